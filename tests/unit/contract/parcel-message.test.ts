import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHostOrigin } from '#contract/host-origin.ts';
import {
  readFramedLook,
  readParcelMessage,
  writeFramedFragment,
  writeParcelMessage,
  type ParcelMessage,
} from '#contract/parcel-message.ts';
import { emptyParcelAnswer } from '#contract/public-parcel.ts';

const NUMBER = '690000000000100000000001';
const MESSAGES: readonly ParcelMessage[] = [
  { type: 'size', height: 640, isSettled: true, title: 'Where is my parcel?' },
  { type: 'parcel', parcel: emptyParcelAnswer(NUMBER, 'unknown', null) },
];

describe('Messages of a parcel’s frame', () => {
  it.each(MESSAGES)('a message is read as written: $type', (message) => {
    expect(readParcelMessage(writeParcelMessage(message))).toEqual({ droppoint: 1, ...message });
  });

  it.each([
    null,
    undefined,
    'size',
    {},
    { ...MESSAGES[0] },
    { ...MESSAGES[0], droppoint: 2 },
    { ...MESSAGES[0], droppoint: '1' },
    { droppoint: 1, type: 'size', height: '640', title: '' },
    { droppoint: 1, type: 'size', height: Number.NaN, title: '' },
    { droppoint: 1, type: 'size', height: Infinity, title: '' },
    { droppoint: 1, type: 'size', height: 640 },
    { droppoint: 1, type: 'parcel' },
    { droppoint: 1, type: 'parcel', parcel: null },
    { droppoint: 1, type: 'parcel', parcel: { number: 1 } },
    { droppoint: 1, type: 'toString' },
    { droppoint: 1, type: 'later', height: 640, title: '', parcel: { number: NUMBER } },
  ])('a message of another shape, version or type is ignored: %j', (data) => {
    expect(readParcelMessage(data)).toBeNull();
  });

  it('reading never throws, whatever a page sends', () => {
    fc.assert(fc.property(fc.anything(), (data) => void readParcelMessage(data)));
  });
});

describe('Fragment of a parcel’s frame', () => {
  it('the number is last, where the script in the page’s head looks for it', () => {
    const fragment = writeFramedFragment({ origin: 'https://shop.example', language: 'pl', number: NUMBER });
    expect(fragment).toBe(`#origin=https%3A%2F%2Fshop.example&language=pl&number=${NUMBER}`);
    expect(/^#(?:.*&number=)?([A-Za-z0-9,]{8,})$/.exec(fragment)?.[1]).toBe(NUMBER);
  });

  it('it contains the shop’s look unchanged under the picker’s names, and no other parameter is read as look', () => {
    const look = { 'color-primary': '#9a4a2b', radius: '3px', number: 'x' };
    const fragment = writeFramedFragment({
      origin: 'https://shop.example',
      theme: 'dark',
      look,
      number: NUMBER,
    });
    const read = readFramedLook(new URLSearchParams(fragment.slice(1)));
    expect(read.theme).toBe('dark');
    expect(read.look).toMatchObject({ colorPrimary: '#9a4a2b', radius: '3px', colorSurface: undefined });
    expect(Object.keys(read.look ?? {})).toHaveLength(6);
    expect(new URLSearchParams(fragment.slice(1)).getAll('number')).toEqual([NUMBER]);
    for (const theme of ['', 'black', 'AUTO'])
      expect(readFramedLook(new URLSearchParams({ theme })).theme).toBe('auto');
  });

  it('no text of a number or language can change another value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (number, language) => {
        const origin = 'https://shop.example';
        const fragment = writeFramedFragment({ origin, language, theme: 'dark', number });
        expect(readHostOrigin(fragment)).toBe(origin);
        const read = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
        expect(read).toEqual({
          origin,
          theme: 'dark',
          ...(language && { language }),
          ...(number && { number }),
        });
      }),
    );
  });
});
