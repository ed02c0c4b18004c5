import { describe, expect, it } from 'vitest';
import type { PointItem } from '../../sandbox/network/items.ts';
import { placeOnStreets } from '../../sandbox/network/on-streets.ts';
import { ANDORRA } from '../streets/andorra.ts';
import { fetchAppToken, fetchPoints, startSmallSandbox } from './sandbox-client.ts';

const place = (seed: number) => placeOnStreets(ANDORRA, seed, 'http://pictures.test');

describe('Points on streets', () => {
  it('depend only on the seed', async () => {
    expect(await place(1)).toEqual(await place(1));
    expect(await place(2)).not.toEqual(await place(1));
  });

  it('in Andorra, at distinct addresses on its real streets', async () => {
    const items = await place(1);
    expect(items).toHaveLength(600);
    expect(new Set(items.map(({ id }) => id)).size).toBe(600);
    for (const { coordinates, address } of items) {
      expect(Number(coordinates.latitude)).toBeGreaterThan(42.42);
      expect(Number(coordinates.latitude)).toBeLessThan(42.66);
      expect(Number(coordinates.longitude)).toBeGreaterThan(1.41);
      expect(Number(coordinates.longitude)).toBeLessThan(1.79);
      expect(address.postalCode).toMatch(/^AD[1-7]00$/);
    }
    const written = items.map(({ address }) => `${address.city}/${address.street}/${address.buildingNumber}`);
    expect(new Set(written).size).toBe(600);
    expect(items.map(({ address }) => address.street)).toContain('Avinguda Meritxell');
  });

  it('at the front of the list, only if set', async () => {
    const readList = async (environment: Record<string, string>) => {
      const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '10', ...environment });
      const answer = await fetchPoints(sandbox, await fetchAppToken(sandbox), '?perPage=500');
      const { count, items } = (await answer.json()) as { count: number; items: PointItem[] };
      await sandbox.close();
      return { count, first: items[0]!.country };
    };
    expect(await readList({ SANDBOX_STREETS: ANDORRA })).toEqual({ count: 610, first: 'AD' });
    expect(await readList({})).toMatchObject({ count: 10 });
  });

  it('a missing archive is reported', async () => {
    await expect(startSmallSandbox({ SANDBOX_STREETS: '/no/such.pmtiles' })).rejects.toThrow(
      "Can't read the archive of streets /no/such.pmtiles.",
    );
  });
});
