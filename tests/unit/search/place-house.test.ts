import { describe, expect, it } from 'vitest';
import { placeHouse } from '#search/place-house.ts';
import { type House, housesOf } from '#network/snapshot-format/look-up-tables.ts';

/** Offsets in 1e-5 degrees: about a metre northwards. */
const HOUSES: readonly House[] = [
  ['10', 0, 0],
  ['12', 50, 0],
  ['15b', 100, 0],
  ['20', 250, 0],
  ['200', 1000, 0],
  // In two parts of the city.
  ['77', 0, 0],
  ['77', 10_000, 0],
];
const STREET = { latitude: 52, longitude: 5 };
const at = (houses: readonly House[]) =>
  housesOf(['kalverstraat amsterdam', 'Kalverstraat', 'Amsterdam', 'NL', 52, 5, 9, houses]);
const place = (wanted: string, postcodeAt: { latitude: number; longitude: number } | null = null) =>
  placeHouse(STREET, at(HOUSES), wanted, { near: STREET, postcodeAt });

describe('a house of a street', () => {
  it.each([
    ['12', 52.0005, 'exact', 0],
    ['12/3', 52.0005, 'exact', 0],
    // Another letter of the number: near, but how near isn't known.
    ['15a', 52.001, 'between', null],
    // Between the next numbers of its side: a quarter of the way from 12 to 20, which are 222 m apart.
    ['14', 52.001, 'between', 222],
    // No neighbour above, no neighbours near each other, none on its side: the street, whose known houses reach this far.
    ['92', 52, 'street', 11120],
    ['210', 52, 'street', 11120],
    ['3', 52, 'street', 11120],
    ['', 52, 'street', 11120],
    // Two houses have the number: the nearer one, but it may be the other.
    ['77', 52, 'between', 11120],
  ] as const)('%j is at %d, %s, within %s m', (wanted, latitude, precision, withinMetres) => {
    expect(place(wanted)).toMatchObject({ position: { latitude }, precision, withinMetres });
  });

  it('is the one near the postcode, if several have its number; and in doubt if none is', () => {
    expect(place('77', { latitude: 52.1, longitude: 5 })).toMatchObject({
      position: { latitude: 52.1 },
      precision: 'exact',
    });
    expect(place('12', { latitude: 52.1, longitude: 5 })).toMatchObject({
      known: true,
      precision: 'between',
      withinMetres: null,
    });
  });

  it('isn’t known in a street of which no house is, or one', () => {
    const alone = (houses: House[]) => placeHouse(STREET, at(houses), '5');
    expect(alone([])).toMatchObject({ known: false, precision: 'street', withinMetres: null });
    expect(alone([['7', 0, 0]])).toMatchObject({ known: false, precision: 'street', withinMetres: null });
  });
});
