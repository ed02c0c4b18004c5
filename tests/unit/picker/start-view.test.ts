import { describe, expect, it } from 'vitest';
import { readStartView } from '../../../src/lib/picker/start-view.ts';

const fallback = { latitude: 50, longitude: 12, zoom: 5 };
const read = (query: string) => readStartView(new URLSearchParams(query), {}, fallback);

describe('the view that an address asks for', () => {
  it('is taken where it is whole', () => {
    expect(read('latitude=52.23&longitude=21.01&zoom=14')).toEqual({
      latitude: 52.23,
      longitude: 21.01,
      zoom: 14,
    });
  });

  it('comes near enough for pins when it names no zoom', () => {
    expect(read('latitude=52.23&longitude=21.01').zoom).toBe(13);
  });

  it.each([
    '',
    'latitude=52.23',
    'latitude=91&longitude=0',
    'latitude=&longitude=',
    'latitude=NaN&longitude=x',
    'zoom=99',
  ])('is the operator’s for "%s"', (query) => expect(read(query)).toEqual(fallback));

  it('is the shop’s where the address names none', () => {
    const config = { latitude: 50.06, longitude: 19.94 };
    expect(readStartView(new URLSearchParams(''), config, fallback)).toEqual({ ...config, zoom: 13 });
    expect(readStartView(new URLSearchParams('latitude=1&longitude=2'), config, fallback)).toMatchObject({
      latitude: 1,
      longitude: 2,
    });
  });
});
