import { describe, expect, it } from 'vitest';
import { shareOut } from '../../sandbox/network/countries.ts';
import { generateNetwork } from '../../sandbox/network/generate.ts';

const SIZE = 20_000;
const make = (seed: number, points = SIZE) =>
  generateNetwork({ points, seed, imageBase: 'http://pictures.test' });
const network = make(1);
const items = Array.from({ length: network.count }, (_unused, index) => network.itemAt(index));

describe('Generated network', () => {
  it('depends only on the seed', () => {
    const texts = (seed: number) => {
      const small = make(seed, 500);
      return Array.from({ length: 500 }, (_unused, index) => small.jsonAt(index));
    };
    expect(texts(7)).toEqual(texts(7));
    expect(texts(8)).not.toEqual(texts(7));
  });

  it('has the requested number of points, even a million without a million items', () => {
    for (const size of [0, 1, 7, 2_000, SIZE, 153_600])
      expect(shareOut(size).reduce((sum, { points }) => sum + points, 0)).toBe(size);
    const large = make(1, 1_000_000);
    expect(large.count).toBe(1_000_000);
    expect(large.itemAt(999_999).country).toBe('SK');
  });

  it('unique ids that begin with the country, in the order of countries', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(SIZE);
    expect(items.every(({ id, country }) => id.startsWith(`${country}_`))).toBe(true);
    const order = items.map(({ country }) => country);
    expect(order).toEqual([...order].sort());
  });

  it('has the defects of real feeds', () => {
    const text = items.map((item) => JSON.stringify(item)).join('\n');
    const latitudes = items.map(({ coordinates }) => coordinates.latitude);
    expect(latitudes.some((latitude) => typeof latitude === 'string')).toBe(true);
    expect(latitudes.some((latitude) => Math.abs(Number(latitude)) > 90)).toBe(true);
    expect(latitudes).toContain(0);
    for (const dirt of [
      '"type":""',
      '"type":null',
      'PLEASE DO NOT REMOVE',
      "''",
      '"start":"00:00","end":"00:00"',
      '"end":"24:00"',
      '24//7',
      '</br>',
      'SOB 09:0',
      '"buildingNumber":null',
      '"city":null',
      '"city":"PARIS"',
      '"translations":[{',
      '"customer":null',
      '"displayName":',
    ]) {
      expect(text).toContain(dirt);
    }
  });
});
