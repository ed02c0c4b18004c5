import { describe, expect, it } from 'vitest';
import { COUNTRIES, shareOut } from '../../sandbox/network/countries.ts';
import { generateNetwork, type Network } from '../../sandbox/network/generate.ts';
import type { PointItem } from '../../sandbox/network/items.ts';
import { placePoints } from '../../sandbox/network/place.ts';

const SIZE = 20_000;
const make = (seed: number, points = SIZE) =>
  generateNetwork({ points, seed, imageBase: 'http://pictures.test' });
const listItems = (network: Network): PointItem[] =>
  Array.from({ length: network.count }, (_unused, index) => network.itemAt(index));

const items = listItems(make(1));
const isZero = ({ coordinates }: PointItem) =>
  Number(coordinates.latitude) === 0 && Number(coordinates.longitude) === 0;

describe('the generated network', () => {
  it('is the same for the same seed and another for another', () => {
    const texts = (seed: number) => {
      const network = make(seed, 500);
      return Array.from({ length: 500 }, (_unused, index) => network.jsonAt(index));
    };
    expect(texts(7)).toEqual(texts(7));
    expect(texts(8)).not.toEqual(texts(7));
  });

  it('has the countries’ shares of the real size exactly', () => {
    const shares = Object.fromEntries(shareOut(153_600).map(({ country, points }) => [country.code, points]));
    expect(shares).toMatchObject({
      PL: 34_009,
      FR: 26_718,
      GB: 26_321,
      DE: 17_460,
      ES: 14_713,
      IT: 11_161,
      PT: 3_192,
      BE: 1_809,
      NL: 1_446,
    });
    expect(COUNTRIES.reduce((sum, { points }) => sum + points, 0)).toBe(153_600);
  });

  it('keeps those shares at any size, the sum exact', () => {
    for (const size of [0, 1, 7, 2_000, SIZE]) {
      expect(shareOut(size).reduce((sum, { points }) => sum + points, 0)).toBe(size);
    }
    const poles = items.filter(({ country }) => country === 'PL');
    expect(poles.length / SIZE).toBeCloseTo(34_009 / 153_600, 3);
    expect(poles.filter(({ type }) => type === 'APM').length / poles.length).toBeCloseTo(32_853 / 34_009, 2);
    expect(items.filter(({ country, type }) => country === 'DE' && type === 'APM')).toEqual([]);
  });

  it('has unique ids that begin with the country, in the order of countries', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBe(SIZE);
    expect(items.every(({ id, country }) => id.startsWith(`${country}_`))).toBe(true);
    const order = items.map(({ country }) => country);
    expect(order).toEqual([...order].sort());
  });

  it('has about 22 % of its points on a spot with others, eight at most', () => {
    const spots = new Map<string, number>();
    const placed = items.filter((item) => !isZero(item));
    for (const { coordinates } of placed) {
      const key = `${coordinates.latitude},${coordinates.longitude}`;
      spots.set(key, (spots.get(key) ?? 0) + 1);
    }
    const shared = [...spots.values()].filter((size) => size > 1);
    const share = shared.reduce((sum, size) => sum + size, 0) / placed.length;
    expect(share).toBeGreaterThan(0.18);
    expect(share).toBeLessThan(0.26);
    expect(Math.max(...shared)).toBeLessThanOrEqual(8);
    expect(Math.max(...shared)).toBeGreaterThan(4);
  });

  it('has a locker and a shop on one spot with nearly the same id and the same address', () => {
    const pairs = items.flatMap((item, index) => {
      const next = items[index + 1];
      const twins =
        next?.country === 'AT' &&
        item.type === 'APM' &&
        next.type === 'PUDO' &&
        item.coordinates.latitude === next.coordinates.latitude &&
        item.id.slice(0, -1) === next.id.slice(0, -1);
      return twins ? [[item, next] as const] : [];
    });
    expect(pairs.length).toBeGreaterThan(0);
    for (const [locker, shop] of pairs) expect(locker.address).toEqual(shop.address);
  });

  it('has 1.5 % of its points at 0,0', () => {
    const share = items.filter(isZero).length / SIZE;
    expect(share).toBeGreaterThan(0.012);
    expect(share).toBeLessThan(0.018);
  });

  it('scatters points around towns: median 5.5 m × √people, 90th percentile two to two and a half times that', () => {
    const { cities, city, latitude, longitude } = placePoints(SIZE, 1);
    const ratios: number[] = [];
    for (let index = 0; index < SIZE; index += 1) {
      const town = cities[city[index] as number];
      if (!town || latitude[index] === 0) continue;
      const north = ((latitude[index] as number) / 1e5 - town.latitude) * 111_320;
      const degrees = (longitude[index] as number) / 1e5 - town.longitude;
      const east = degrees * 111_320 * Math.cos((town.latitude * Math.PI) / 180);
      ratios.push(Math.hypot(north, east) / Math.sqrt(town.population));
    }
    ratios.sort((a, b) => a - b);
    const median = ratios[Math.floor(ratios.length / 2)] as number;
    expect(median).toBeGreaterThan(4.5);
    expect(median).toBeLessThan(6);
    expect((ratios[Math.floor(ratios.length * 0.9)] as number) / median).toBeGreaterThan(2);
    expect((ratios[Math.floor(ratios.length * 0.9)] as number) / median).toBeLessThan(2.6);
  });

  it('deals out the dirt of real feeds', () => {
    const text = items.map((item) => JSON.stringify(item)).join('\n');
    const latitudes = items.map(({ coordinates }) => coordinates.latitude);
    expect(latitudes.some((latitude) => typeof latitude === 'string')).toBe(true);
    expect(latitudes.some((latitude) => Math.abs(Number(latitude)) > 90)).toBe(true);
    const swapped = items.filter(
      ({ country, coordinates }) => country !== 'ES' && Number(coordinates.longitude) > 35,
    );
    expect(swapped.length).toBeGreaterThan(0);
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
    ]) {
      expect(text).toContain(dirt);
    }
  });

  it('has postcodes in the form of their country', () => {
    const forms: Record<string, RegExp> = {
      AT: /^\d{4}$/,
      BE: /^\d{4}$/,
      CZ: /^\d{3} \d{2}$/,
      DE: /^\d{5}$/,
      DK: /^\d{4}$/,
      ES: /^\d{5}$/,
      FI: /^\d{4}0$/,
      FR: /^\d{5}$/,
      GB: /^[A-Z]{2}\d{1,2} \d[A-Z]{2}$/,
      HU: /^\d{4}$/,
      IE: /^[A-Z]\d{2} [A-Z]{2}\d{2}$/,
      IT: /^\d{5}$/,
      LU: /^L-\d{4}$/,
      NL: /^\d{4} [A-Z]{2}$/,
      PL: /^\d{2}-\d{3}$/,
      PT: /^\d{4}-\d{3}$/,
      RO: /^\d{6}$/,
      SE: /^\d{3} \d{2}$/,
      SK: /^\d{3} \d{2}$/,
    };
    const wrong = items.filter(
      ({ country, address }) => address.postalCode !== null && !forms[country]!.test(address.postalCode),
    );
    expect(wrong.map(({ address }) => address.postalCode)).toEqual([]);
  });

  it('has near codes in near places: one postcode lies in one district, and what shares a beginning lies together', () => {
    const spots = new Map<string, { latitude: number; longitude: number }[]>();
    for (const item of items) {
      const { latitude, longitude } = item.coordinates;
      if (item.country !== 'PL' || isZero(item) || item.address.postalCode === null) continue;
      if (
        typeof latitude === 'string' ||
        typeof longitude === 'string' ||
        latitude > 90 ||
        longitude > latitude
      )
        continue;
      for (const length of [2, 6]) {
        const key = item.address.postalCode.slice(0, length);
        spots.set(key, [...(spots.get(key) ?? []), { latitude, longitude }]);
      }
    }
    /** Half of the points whose ids begin alike lie within this many kilometres of their middle. */
    const spread = (own: { latitude: number; longitude: number }[]) => {
      const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!;
      const latitude = middle(own.map((each) => each.latitude));
      const longitude = middle(own.map((each) => each.longitude));
      return middle(
        own.map((each) => Math.hypot(each.latitude - latitude, (each.longitude - longitude) * 0.6) * 111),
      );
    };
    const spreadOf = (length: number) =>
      [...spots]
        .flatMap(([key, own]) => (key.length === length && own.length > 2 ? [spread(own)] : []))
        .sort((a, b) => a - b);
    const [regions, codes] = [spreadOf(2), spreadOf(6)];
    expect(regions.length).toBeGreaterThan(80);
    expect(regions[Math.floor(regions.length * 0.9)]).toBeLessThan(60);
    expect(codes[Math.floor(codes.length * 0.9)]).toBeLessThan(4);
  });

  it('has several postcodes in a large city, and no address of a city twice but on one spot', () => {
    const warsaw = items.filter(({ address }) => address.city === 'Warszawa');
    expect(new Set(warsaw.map(({ address }) => address.postalCode)).size).toBeGreaterThan(20);
    const spots = new Map<string, Set<string>>();
    for (const { address, coordinates } of warsaw) {
      if (
        !address.street ||
        !/^\d+$/.test(address.buildingNumber ?? '') ||
        Number(coordinates.latitude) === 0
      )
        continue;
      const key = `${address.street.replace(/^(ul|al)\. /, '')} ${address.buildingNumber}`;
      spots.set(key, (spots.get(key) ?? new Set()).add(`${coordinates.latitude} ${coordinates.longitude}`));
    }
    expect([...spots].filter(([, own]) => own.size > 1)).toEqual([]);
  });

  it('has split days, weeks without hours, and names on some', () => {
    const weeks = items.map(({ operatingHours }) => operatingHours.customer);
    expect(weeks.some((week) => week === null)).toBe(true);
    expect(weeks.some((week) => week?.monday.length === 2)).toBe(true);
    const named = items.filter(({ displayName }) => displayName !== undefined).length / SIZE;
    expect(named).toBeGreaterThan(0.1);
    expect(named).toBeLessThan(0.2);
  });

  it('gives a million points without making a million items', () => {
    const network = make(1, 1_000_000);
    expect(network.count).toBe(1_000_000);
    expect(network.itemAt(999_999).country).toBe('SK');
  });
});
