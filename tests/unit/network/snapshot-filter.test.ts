import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PointFilter } from '#network/class-filter.ts';
import { somePoints } from './make-points.ts';
import {
  countAll,
  drawFully,
  makeGrid,
  makeItems,
  openTest,
  pointsIn,
  settle,
  WHOLE_WORLD,
} from './open-test-snapshot.ts';
import type { PublishedItem } from './publish-in-memory.ts';
import type { SnapshotNetwork } from '#network/snapshot-network.ts';

const someFilter: fc.Arbitrary<PointFilter> = fc.record(
  {
    countries: fc.subarray(['PL', 'FR', '', 'XX']),
    types: fc.subarray(['APM', 'PUDO']),
    locationTypes: fc.subarray(['INDOOR', 'OUTDOOR']),
  },
  { requiredKeys: [] },
);

const matches = (item: PublishedItem, { countries, types, locationTypes }: PointFilter) =>
  (countries?.includes(item.country) ?? true) &&
  (types?.includes(item.type) ?? true) &&
  (locationTypes?.includes(item.locationType) ?? true);

const countWorld = (snapshot: SnapshotNetwork, zoom: number) =>
  countAll(snapshot.source.clustersIn(WHOLE_WORLD, zoom));

describe('a filter', () => {
  it('counts exactly what matches, with no block loaded, with some and with all', async () => {
    await fc.assert(
      fc.asyncProperty(
        somePoints.map(makeItems),
        someFilter,
        fc.constantFrom(2, 10, 60),
        fc.integer({ min: 0, max: 19 }),
        async (items, filter, pointsInBlock, zoom) => {
          const { snapshot } = await openTest(items, { pointsInBlock });
          const expected = items.filter((item) => matches(item, filter));
          expect(snapshot.countMatching(filter)).toBe(expected.length);
          snapshot.setFilter(filter);
          await snapshot.ready;
          expect(snapshot.source.size).toBe(expected.length);
          expect(countWorld(snapshot, zoom)).toBe(expected.length);
          await settle();
          expect(countWorld(snapshot, zoom)).toBe(expected.length);
          await drawFully(snapshot, WHOLE_WORLD, zoom);
          expect(countWorld(snapshot, zoom)).toBe(expected.length);
          const { points, complete } = pointsIn(snapshot, WHOLE_WORLD);
          if (complete) {
            expect(points.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
          }
          snapshot.setFilter(null);
          await snapshot.ready;
          expect(countWorld(snapshot, zoom)).toBe(items.length);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('changes blocks that are loaded already', async () => {
    const items = makeGrid(5);
    const { snapshot } = await openTest(items);
    await drawFully(snapshot, WHOLE_WORLD, 19);
    for (const type of ['APM', 'PUDO']) {
      snapshot.setFilter({ types: [type] });
      await snapshot.ready;
      const drawn = snapshot.source.clustersIn(WHOLE_WORLD, 19).flatMap(({ members }) => members);
      expect(new Set(drawn.map((member) => member.type))).toEqual(new Set([type]));
      expect(drawn).toHaveLength(items.filter((item) => item.type === type).length);
    }
  });

  it('leaves single points out where their blocks are, of the map and of the nearest, and asks for no counts', async () => {
    const items = makeGrid(5);
    const { snapshot, host } = await openTest(items);
    const [gone, ...others] = items.map(({ id }) => id);
    snapshot.setFilter({ excludedIds: [gone!, 'PL_NOWHERE'] });
    await snapshot.ready;
    await drawFully(snapshot, WHOLE_WORLD, 19);
    const drawn = snapshot.source.clustersIn(WHOLE_WORLD, 19).flatMap(({ members }) => members);
    expect(drawn.map(({ id }) => id).sort()).toEqual(others.sort());
    const { points } = await snapshot.nearest(items[0]!.coordinates, 99);
    expect(points.map(({ point }) => point.id).sort()).toEqual(others);
    expect(await snapshot.findById(gone!)).toMatchObject({ id: gone });
    expect(host.requested.some(({ name }) => name.endsWith('facets.json'))).toBe(false);
  });

  it('leaves the map as it was until its counts have come, then tells', async () => {
    const { snapshot, host } = await openTest(makeGrid(5));
    let calls = 0;
    snapshot.onchange(() => calls++);
    snapshot.setFilter({ types: ['APM'] });
    expect(snapshot.source.size).toBe(25);
    await snapshot.ready;
    await settle();
    expect(snapshot.source.size).toBeLessThan(25);
    expect(calls).toBe(1);
    snapshot.setFilter({ types: ['PUDO'] });
    await snapshot.ready;
    expect(host.requested.filter(({ name }) => name.endsWith('facets.json'))).toHaveLength(1);
  });

  it('set last wins', async () => {
    const { snapshot } = await openTest(makeGrid(5));
    snapshot.setFilter({ types: ['APM'] });
    snapshot.setFilter(null);
    await snapshot.ready;
    await settle();
    expect(snapshot.source.size).toBe(25);
  });

  it.each([
    ['missing', '404'],
    ['cut off', '[[0,'],
    ['of other blocks', '[]'],
    ['with other counts', '[[0,1,1,1]]'],
    ['with a class nobody knows', '[[99,25,1,1]]'],
  ])('whose counts are %s leaves the map as it was, tells, and can be tried again', async (_, content) => {
    const { snapshot, host } = await openTest(makeGrid(5), { pointsInBlock: 99 });
    host.instead = (name) =>
      name.endsWith('facets.json') ? new Response(content, { status: content === '404' ? 404 : 200 }) : null;
    snapshot.setFilter({ types: ['APM'] });
    await expect(snapshot.ready).rejects.toMatchObject({
      code: content === '404' ? 'not_found' : 'malformed',
    });
    expect(snapshot.source.size).toBe(25);
    expect(snapshot.errors).toHaveLength(1);
    host.instead = () => null;
    snapshot.retry();
    await settle();
    await snapshot.ready;
    expect(snapshot.source.size).toBeLessThan(25);
    expect(snapshot.errors).toEqual([]);
  });

  it('has totals for each country, type and placement to choose from', async () => {
    const items = makeGrid(5);
    const { snapshot } = await openTest(items);
    const { countries, types, locationTypes } = snapshot.counts();
    for (const [country, count] of countries) {
      expect(items.filter((item) => item.country === country)).toHaveLength(count);
    }
    expect([...countries.values()].reduce((sum, count) => sum + count, 0)).toBe(25);
    expect([...types.keys()].sort()).toEqual(['APM', 'PUDO']);
    expect((locationTypes.get('INDOOR') ?? 0) + (locationTypes.get('OUTDOOR') ?? 0)).toBe(25);
  });
});
