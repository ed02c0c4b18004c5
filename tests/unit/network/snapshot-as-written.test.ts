import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSnapshot } from '#network/snapshot-network.ts';
import { makeItems, makePlatform, makeSettings, run } from '../../publisher/made-up-platform.ts';
import { countAll, drawFully, NOW_MS, WHOLE_WORLD } from './open-test-snapshot.ts';
import { makeFolder } from '../../temporary-folder.ts';

const BASE_URL = 'https://points.test/';

/** Publishes items with the command, and opens the result. @param requested receives the names of the files read */
async function publishAndOpen(items: ReturnType<typeof makeItems>, requested: string[] = []) {
  const folder = makeFolder();
  await run(makeSettings(folder), makePlatform(items));
  return openSnapshot({
    baseUrl: BASE_URL,
    now: () => NOW_MS,
    fetch: async (input) => {
      const name = decodeURIComponent((input as string).slice(BASE_URL.length));
      requested.push(name);
      return new Response(new Uint8Array(await readFile(join(folder, name))));
    },
  });
}

describe('a snapshot as the command writes it', () => {
  it('says by which clock each point opens and closes, in any country', async () => {
    const places: Record<string, [latitude: number, longitude: number, country?: string]> = {
      // Near the bridge to Germany: borders between zones are known to within some kilometres.
      'Europe/Warsaw': [52.352, 14.56, 'PL'],
      'America/New_York': [40.71, -74.01],
      'America/Phoenix': [33.45, -112.07],
      'Australia/Perth': [-31.95, 115.86],
      // Formerly Asia/Calcutta.
      'Asia/Kolkata': [28.61, 77.21, 'IN'],
      'Atlantic/Canary': [28.12, -15.43],
      'Africa/Ceuta': [35.89, -5.31],
    };
    const snapshot = await publishAndOpen(
      Object.entries(places).map(([id, [latitude, longitude, country]]) => ({
        id,
        country,
        coordinates: { latitude, longitude },
      })),
    );
    for (const zone of Object.keys(places))
      expect(await snapshot.findById(zone)).toMatchObject({ id: zone, timeZone: zone });
  });

  it('answers every first letter out of one file, of a country and of all', async () => {
    const names = [...'0abcdefghijklmnopqrstuvwxyzжλш'].map((letter) => `${letter}x`);
    const items = ['PL', 'DE'].flatMap((country) =>
      Array.from({ length: 300 }, (_, at) => {
        const address = { city: names[at % names.length]! };
        return { id: `${country}_${at}`, country, address, coordinates: { latitude: 51, longitude: 15 } };
      }),
    );
    const requested: string[] = [];
    const snapshot = await publishAndOpen(items, requested);
    for (const name of names)
      for (const countries of [[], ['PL'], ['DE']])
        for (const typed of [name[0]!, name]) {
          const before = requested.length;
          const found = await snapshot.findPlaces(typed, 8, undefined, countries);
          expect(found.map((place) => place.name)).toContain(name);
          expect(found.every(({ country }) => countries.length === 0 || country === countries[0])).toBe(true);
          expect(requested.slice(before).every((file) => file.includes('/places/short/'))).toBe(true);
          expect(requested.length - before).toBeLessThanOrEqual(1);
        }
    expect(new Set(requested.filter((file) => file.includes('/short/PL/'))).size).toBe(3);
  });

  it('is read whole: clusters, filters, ids, items, places and neighbours', async () => {
    const items = makeItems(3000);
    const snapshot = await publishAndOpen(items);
    const poland = { west: 15, south: 49, east: 24, north: 55 };
    expect(countAll(snapshot.source.clustersIn(WHOLE_WORLD, 3))).toBe(3000);
    expect(countAll(await drawFully(snapshot, poland, 7))).toBe(3000);
    expect(snapshot.errors).toEqual([]);

    const stored = await snapshot.findById('PL_1234');
    expect(await snapshot.readItem(stored!)).toEqual(items[1234]);
    expect(await snapshot.findById('PL_3000')).toBeNull();

    expect(snapshot.countMatching({ types: ['PUDO'] })).toBe(1000);
    snapshot.setFilter({ types: ['PUDO'] });
    await snapshot.ready;
    expect(countAll(snapshot.source.clustersIn(poland, 7))).toBe(1000);
    expect(countAll(snapshot.source.clustersIn(WHOLE_WORLD, 3))).toBe(1000);

    // Behind it come cities of the map that no address names.
    for (const query of ['Ł', 'lo', 'lodz']) {
      const [first] = await snapshot.findPlaces(query, 5);
      expect(first).toMatchObject({ name: 'Łódź', kind: 'city', country: 'PL', count: 3000 });
    }
    expect(await snapshot.findPlaces('90-0', 5)).toMatchObject([{ name: '90-001', kind: 'postcode' }]);

    const { latitude, longitude } = stored!;
    const { points } = await snapshot.nearest({ latitude, longitude }, 3, { filter: null });
    expect(points[0]!.point.id).toBe('PL_1234');
    expect(points[0]!.distanceMetres).toBeLessThan(1);
  });
});
