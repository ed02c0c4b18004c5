import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolderStore } from '../../../functions/node/folder-store.ts';
import { storeFailure, STREETS_PUBLICATION, type FileStore } from '../../../functions/files/store.ts';

import { nearestPointsSchema } from '#contract/nearest-points.ts';
import { distanceMetres } from '#network/distance.ts';
import { copyAndorra, dropGazetteers, takeAndorra } from '../../streets/andorra.ts';
import { makePoint } from '../../unit/network/make-points.ts';
import { makeGrid, makeItems } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startPublished, type Runtime } from '../start-published.ts';

const published = await takeAndorra();

/** A network with one point in Andorra, and a street that the map has as well. */
const IN_ANDORRA = {
  ...makeItems([makePoint('AD_1', 42.5, 1.5)])[0]!,
  country: 'AD',
};
const NETWORK = await publish([...makeGrid(12), IN_ANDORRA], {
  places: [
    { name: 'Andorra la Vella', kind: 'city', count: 9, country: 'AD', latitude: 42.507, longitude: 1.522 },
  ],
  streets: [
    {
      name: 'Carrer de la Vall',
      city: 'Andorra la Vella',
      country: 'AD',
      latitude: 42.5066,
      longitude: 1.5221,
      houses: [['7', 0, 0]],
    },
  ],
});

function start(
  runtime: Runtime,
  store: FileStore = createFolderStore(published.folder, STREETS_PUBLICATION),
) {
  const { harness } = startPublished(NETWORK, runtime, { streets: store });
  return async (query: Record<string, string>) => {
    const answer = await harness.request(`/api/nearest-points?${new URLSearchParams(query).toString()}`);
    expect(answer.status).toBe(200);
    return nearestPointsSchema.parse(await answer.json());
  };
}

describe.each(['edge', 'Node'] as const)(
  'Nearest points to an address on published streets, on %s',
  (runtime) => {
    it('the points are those around the house, and the answer says how exact its position is', async () => {
      const find = start(runtime);
      // House number 46 of the archive stands beside Avinguda de Tarragona.
      const body = await find({ address: 'Avinguda Meritxell 10', city: 'Andorra la Vella' });
      expect(body.place).toMatchObject({
        name: 'Avinguda Meritxell',
        city: 'Andorra la Vella',
        country: 'AD',
        match: 'exact',
      });
      expect(body.place?.kind).toBe('street');
      expect(body.place?.unknown).toBe('10');
      expect(body.origin).toEqual({ precision: body.place?.precision, metres: body.place?.withinMetres });
      expect(distanceMetres(body.place!, { latitude: 42.5087, longitude: 1.5268 })).toBeLessThan(1_500);
      expect(body.points.length).toBeGreaterThan(0);
      const [first] = body.points;
      expect(first!.distanceMetres).toBe(Math.round(distanceMetres(body.place!, first!.point.coordinates)));
    });

    it('the points are the same however the address is written', async () => {
      const find = start(runtime);
      const [one, ...others] = await Promise.all([
        find({ address: 'Avinguda Carlemany, les Escaldes' }),
        find({ address: 'les Escaldes, Av. Carlemany' }),
        find({ address: 'Avinguda Carlemany', city: 'Escaldes' }),
      ]);
      expect(one?.place).toMatchObject({
        kind: 'street',
        name: 'Avinguda Carlemany',
        city: 'les Escaldes',
        precision: 'street',
      });
      for (const other of others) expect(other.place).toEqual(one?.place);
    });

    it('the place can be a landmark or a village', async () => {
      const find = start(runtime);
      const hospital = await find({ address: 'Hospital de Nostra Senyora de Meritxell' });
      expect(hospital.place).toMatchObject({
        kind: 'landmark',
        precision: 'exact',
        country: 'AD',
        unknown: null,
      });
      expect((await find({ city: 'Soldeu' })).place).toMatchObject({
        kind: 'city',
        name: 'Soldeu',
        precision: 'city',
      });
    });

    it('a country without points has no results, unless some are near', async () => {
      const find = async (items: Parameters<typeof publish>[0]) => {
        const store = createFolderStore(published.folder, STREETS_PUBLICATION);
        const { harness } = startPublished(await publish(items), runtime, { streets: store });
        const answer = await harness.request('/api/nearest-points?address=Avinguda+Meritxell');
        return nearestPointsSchema.parse(await answer.json()).place?.name;
      };
      expect(await find(makeGrid(3))).toBeUndefined();
      expect(await find([...makeGrid(3), { ...IN_ANDORRA, country: 'ES' }])).toBe('Avinguda Meritxell');
    });

    it('the network’s own addresses come first', async () => {
      const { place } = await start(runtime)({ address: 'Carrer de la Vall 7, Andorra la Vella' });
      expect(place).toMatchObject({
        kind: 'house',
        latitude: 42.5066,
        longitude: 1.5221,
        precision: 'exact',
      });
    });

    it('only places in the allowed countries are found', async () => {
      const { place } = await start(runtime)({ address: 'Avinguda Carlemany', country: 'PL' });
      expect(place).toBeNull();
    });

    it('streets are used once they are published, and no longer once they or their gazetteer are gone', async () => {
      const later = await copyAndorra();
      const manifest = join(later.folder, 'manifest.json');
      const published = readFileSync(manifest);
      rmSync(manifest);
      const { harness } = startPublished(NETWORK, runtime, {
        streets: createFolderStore(later.folder, STREETS_PUBLICATION),
      });
      const isFound = async () => {
        harness.clock.nowMs += 1_000;
        const query = new URLSearchParams({ address: 'Avinguda Carlemany 7, les Escaldes' });
        const answer = await harness.request(`/api/nearest-points?${query.toString()}`);
        const { place } = nearestPointsSchema.parse(await answer.json());
        return place?.name === 'Avinguda Carlemany 7';
      };
      expect(await isFound()).toBe(false);
      writeFileSync(manifest, published);
      expect(await isFound()).toBe(true);
      dropGazetteers(later.folder);
      expect(await isFound()).toBe(false);
      writeFileSync(manifest, published);
      expect(await isFound()).toBe(true);
      await later.remove('andorra');
      expect(await isFound()).toBe(false);
    });

    it('if the streets can’t be read, the network’s own addresses are used', async () => {
      const down = () => Promise.reject(storeFailure('down'));
      const find = start(runtime, { cacheMs: 0, read: down });
      expect((await find({ address: 'Avinguda Carlemany, Andorra la Vella' })).place).toMatchObject({
        kind: 'city',
        name: 'Andorra la Vella',
        unknown: 'Avinguda Carlemany',
      });
    });
  },
);
