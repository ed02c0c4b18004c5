import { describe, expect, it } from 'vitest';
import {
  chooseStart,
  readStartView,
  viewOfStart,
  type StartWishes,
} from '../../../src/lib/picker/start-view.ts';

const read = (query: string) => readStartView(new URLSearchParams(query), {});

describe('the view named by an address', () => {
  it('a complete view is used', () => {
    expect(read('latitude=52.23&longitude=21.01&zoom=14')).toEqual({
      latitude: 52.23,
      longitude: 21.01,
      zoom: 14,
    });
  });

  it('a view without a zoom is close enough for pins', () => {
    expect(read('latitude=52.23&longitude=21.01')?.zoom).toBe(13);
  });

  it.each([
    '',
    'latitude=52.23',
    'latitude=91&longitude=0',
    'latitude=&longitude=',
    'latitude=NaN&longitude=x',
    'zoom=9',
  ])('the query "%s" names no view', (query) => expect(read(query)).toBeNull());

  it('the shop’s view is used if the address names none', () => {
    const config = { latitude: 50.06, longitude: 19.94 };
    expect(readStartView(new URLSearchParams(''), config)).toEqual({ ...config, zoom: 13 });
    expect(readStartView(new URLSearchParams('latitude=1&longitude=2'), config)).toMatchObject({
      latitude: 1,
      longitude: 2,
    });
  });
});

describe('the start of the map', () => {
  const PL = { code: 'PL', box: [14, 49, 24, 55], zones: ['Europe/Warsaw'] };
  const NL = { code: 'NL', box: [3, 51, 7, 53], zones: ['Europe/Amsterdam', 'Europe/Brussels'] };
  const extent = { west: 3, south: 40, east: 30, north: 60 };
  type Network = NonNullable<Parameters<typeof chooseStart>[1]>;
  const networkOf = (countries: unknown[]) =>
    ({ countries, source: { extent: () => extent } }) as unknown as Network;
  const network = networkOf([NL, PL]);
  const wishes: StartWishes = {
    named: null,
    countries: [],
    operator: null,
    readTimeZone: () => 'Asia/Tokyo',
  };
  const named = { latitude: 1, longitude: 2, zoom: 3 };
  const operator = { latitude: 4, longitude: 5, zoom: 6 };
  const boxOf = ({ box: [west, south, east, north] }: typeof PL) => ({ west, south, east, north });
  const both = { west: 3, south: 49, east: 24, north: 55 };
  const inWarsaw = () => 'Europe/Warsaw';

  it.each([
    ['with the named view', { named, operator, countries: ['PL'] }, named],
    ['with the shop’s countries', { countries: ['PL', 'XX'], operator }, boxOf(PL)],
    ['with all of the shop’s countries', { countries: ['PL', 'NL'] }, both],
    ['with the operator’s start', { operator, readTimeZone: inWarsaw }, operator],
    ['in the country of the shopper’s time zone', { readTimeZone: inWarsaw }, boxOf(PL)],
    ['with the whole network if the time zone is in none of its countries', {}, both],
    ['without the shop’s countries if the network has none of them', { countries: ['XX'] }, both],
  ])('the map starts %s', (_where, changes, start) => {
    expect(chooseStart({ ...wishes, ...changes }, network)).toEqual(start);
  });

  it('the map starts with all points of a network without countries', () => {
    expect(chooseStart(wishes, networkOf([]))).toEqual(extent);
  });

  it('without a network, the map starts with the continent, without reading the time zone', () => {
    const readTimeZone = () => {
      throw new Error('asked');
    };
    expect(chooseStart({ ...wishes, readTimeZone }, null)).toMatchObject({ zoom: 5 });
  });

  it.each([
    [boxOf(PL), { latitude: 52, longitude: 19, zoom: 5 }],
    [
      { west: 5, south: 5, east: 5, north: 5 },
      { latitude: 5, longitude: 5, zoom: 12 },
    ],
    [
      { west: -180, south: -85, east: 180, north: 85 },
      { latitude: 0, longitude: 0, zoom: 3 },
    ],
    [named, named],
  ])('before there is a map, the view is at the middle of the start', (start, view) => {
    expect(viewOfStart(start as Parameters<typeof viewOfStart>[0])).toEqual(view);
  });
});
