import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEPEST_ZOOM, holdsPoint } from '#network/clusters.ts';
import type { Bounds, Cluster } from '#network/point-source.ts';
import { createPointStore } from '#network/point-store.ts';
import { somePoints } from './make-points.ts';
import { isInView, someScreen } from './views.ts';
import {
  countAll,
  drawFully,
  makeGrid,
  makeItems,
  openTest,
  placeOf,
  settle,
  WHOLE_WORLD,
} from './open-test-snapshot.ts';
import { type PublishedItem, VERSION } from './publish-in-memory.ts';

/** A network, and a view of it. */
const networkAndView = fc
  .record({
    items: somePoints.map(makeItems),
    pointsInBlock: fc.constantFrom(1, 3, 8, 40),
    screen: someScreen,
  })
  .map(({ items, screen, ...network }) => ({ items, ...network, ...screen(items) }));

const holds = (cluster: Cluster, { id, coordinates }: PublishedItem) =>
  holdsPoint(cluster, { id, ...coordinates });

function checkExact(clusters: readonly Cluster[], items: readonly PublishedItem[], bounds: Bounds): void {
  for (const item of items.filter((each) => isInView(placeOf(each), bounds))) {
    expect(clusters.filter((cluster) => holds(cluster, item)).length, item.id).toBe(1);
  }
  for (const cluster of clusters) {
    expect(items.filter((item) => holds(cluster, item)).length).toBe(cluster.count);
  }
  expect(new Set(clusters.map(({ key }) => key)).size).toBe(clusters.length);
}

describe('the clusters of a snapshot', () => {
  it('hold every point in the view exactly once while no block, some blocks and all blocks are loaded', async () => {
    await fc.assert(
      fc.asyncProperty(networkAndView, async ({ items, pointsInBlock, bounds, zoom }) => {
        const { snapshot, host } = await openTest(items, { pointsInBlock });
        host.instead = (name) => (/[02468]\.bin$/.test(name) ? new Promise<Response>(() => {}) : null);
        checkExact(snapshot.source.clustersIn(bounds, zoom), items, bounds);
        await settle();
        checkExact(snapshot.source.clustersIn(bounds, zoom), items, bounds);
        snapshot.close();
        const whole = await openTest(items, { pointsInBlock });
        checkExact(await drawFully(whole.snapshot, bounds, zoom), items, bounds);
      }),
      { numRuns: 40 },
    );
  });

  it('of the whole world count every point once, at every zoom', async () => {
    await fc.assert(
      fc.asyncProperty(
        somePoints.map(makeItems),
        fc.integer({ min: 0, max: DEEPEST_ZOOM }),
        fc.constantFrom(1, 5, 1024),
        async (items, zoom, pointsInBlock) => {
          const { snapshot } = await openTest(items, { pointsInBlock });
          expect(countAll(snapshot.source.clustersIn(WHOLE_WORLD, zoom))).toBe(items.length);
          await settle();
          expect(countAll(snapshot.source.clustersIn(WHOLE_WORLD, zoom))).toBe(items.length);
          expect(snapshot.source.size).toBe(items.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are those of the live engine once all blocks are loaded', async () => {
    await fc.assert(
      fc.asyncProperty(
        somePoints.map(makeItems),
        fc.integer({ min: 0, max: DEEPEST_ZOOM }),
        async (items, zoom) => {
          const { snapshot } = await openTest(items, { pointsInBlock: 40 });
          const live = createPointStore();
          live.insert(items, 1);
          const sort = (clusters: readonly Cluster[]) =>
            clusters.toSorted((a, b) => (a.key < b.key ? -1 : 1));
          const report = ({ count, key, members, expansionZoom }: Cluster) => ({
            ...{ count, key, expansionZoom },
            ids: members.map(({ id, type }) => `${id} ${type}`),
          });
          const drawn = sort(await drawFully(snapshot, WHOLE_WORLD, zoom));
          const expected = sort(live.clustersIn(WHOLE_WORLD, zoom));
          expect(drawn.map(report)).toEqual(expected.map(report));
          // Positions here are whole units, there they have the items' own digits.
          for (const [at, { latitude, longitude }] of drawn.entries()) {
            expect(Math.abs(longitude - expected[at]!.longitude)).toBeLessThan(0.0015);
            if (Math.abs(latitude) < 85)
              expect(Math.abs(latitude - expected[at]!.latitude)).toBeLessThan(0.0015);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are drawn from the table alone, and nothing is asked for, when a view touches many blocks', async () => {
    const items = makeGrid(30);
    const { snapshot, host } = await openTest(items, { pointsInBlock: 8 });
    const clusters = snapshot.source.clustersIn(WHOLE_WORLD, 3);
    expect(countAll(clusters)).toBe(900);
    await settle();
    expect(host.requested.map(({ name }) => name)).toEqual(['manifest.json', `${VERSION}/table.bin`]);
  });

  it('lie in the middle of their points while no block is loaded, also of those that a filter accepts', async () => {
    const items = makeGrid(30);
    const { snapshot, host, published } = await openTest(items, { pointsInBlock: 8 });
    // A centroid is the middle of a step, of which the side of a square has 16.
    const tolerance = 360 / 2 ** Math.min(...published.blocks.map(({ level }) => level)) / 16 / 2;
    for (const types of [['APM', 'PUDO'], ['APM']]) {
      snapshot.setFilter({ types });
      await snapshot.ready;
      const shown = items.filter(({ type }) => types.includes(type));
      const clusters = snapshot.source.clustersIn({ west: 20.9, south: 51.9, east: 21.4, north: 52.4 }, 13);
      expect(clusters.length).toBeGreaterThan(50);
      for (const cluster of clusters) {
        const own = shown.filter((item) => holds(cluster, item));
        const meanOf = (axis: 'latitude' | 'longitude') =>
          own.reduce((sum, { coordinates }) => sum + coordinates[axis], 0) / own.length;
        expect(Math.abs(cluster.latitude - meanOf('latitude'))).toBeLessThan(tolerance);
        expect(Math.abs(cluster.longitude - meanOf('longitude'))).toBeLessThan(tolerance);
      }
    }
    expect(host.requested.some(({ name }) => name.includes('/blocks/'))).toBe(false);
  });

  it('ask for the blocks of the view only, those in its middle first, a few at a time', async () => {
    const { snapshot, host, published } = await openTest(makeGrid(30), { pointsInBlock: 8 });
    host.instead = (name) => (name.includes('/blocks/') ? new Promise<Response>(() => {}) : null);
    const bounds: Bounds = { west: 21.1, south: 52.1, east: 21.14, north: 52.14 };
    snapshot.source.clustersIn(bounds, 14);
    const requested = host.requested.filter(({ name }) => name.includes('/blocks/'));
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.length).toBeLessThanOrEqual(6);
    const first = Number(/(\d+)\.bin/.exec(requested[0]!.name)![1]);
    const { start, count } = published.blocks[first]!;
    const near = published.ordered
      .slice(start, start + count)
      .some(
        ({ coordinates }) =>
          Math.abs(coordinates.latitude - 52.12) < 0.03 && Math.abs(coordinates.longitude - 21.12) < 0.03,
      );
    expect(near).toBe(true);
  });

  it('don’t go on asking for a view that was left', async () => {
    const { snapshot, host, published } = await openTest(makeGrid(30), { pointsInBlock: 8 });
    const answers: (() => void)[] = [];
    host.instead = (name) =>
      name.includes('/blocks/')
        ? new Promise<Response>((resolve) =>
            answers.push(() => resolve(new Response((published.files.get(name) as Uint8Array).slice()))),
          )
        : null;
    const corner = (west: number, south: number): Bounds => ({
      west,
      south,
      east: west + 0.05,
      north: south + 0.05,
    });
    snapshot.source.clustersIn(corner(21, 52), 12);
    expect(answers.length).toBe(6);
    const before = new Set(host.requested.map(({ name }) => name));
    snapshot.source.clustersIn({ west: 30, south: 40, east: 31, north: 41 }, 12);
    for (const answer of answers) answer();
    await settle();
    expect(host.requested.filter(({ name }) => !before.has(name))).toEqual([]);
  });

  it('tell once a turn that there is more to draw', async () => {
    const { snapshot } = await openTest(makeGrid(4), { pointsInBlock: 8 });
    let calls = 0;
    const stop = snapshot.onchange(() => calls++);
    snapshot.source.clustersIn(WHOLE_WORLD, 8);
    await settle();
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(2);
    stop();
    const after = calls;
    snapshot.retry();
    await settle();
    expect(calls).toBe(after);
  });

  it('across the antimeridian are drawn beside one another', async () => {
    const items = makeItems([
      { id: 'FJ_A', coordinates: { latitude: -17, longitude: 179.9 } },
      { id: 'FJ_B', coordinates: { latitude: -17, longitude: -179.9 } },
    ]);
    const { snapshot } = await openTest(items, { pointsInBlock: 1 });
    for (const bounds of [
      { west: 179, south: -18, east: 181, north: -16 },
      { west: 179, south: -18, east: -179, north: -16 },
    ]) {
      const clusters = await drawFully(snapshot, bounds, 12);
      const longitudes = clusters.map(({ longitude }) => Math.round(longitude * 1000) / 1000);
      expect(longitudes.sort((a, b) => a - b)).toEqual([179.9, 180.1]);
    }
  });

  it('name a member’s ordinal as the place of its item', async () => {
    const { snapshot, published } = await openTest(makeGrid(3), { pointsInBlock: 4 });
    await drawFully(snapshot, WHOLE_WORLD, DEEPEST_ZOOM);
    for (const [ordinal, { id }] of published.ordered.entries()) {
      expect(snapshot.source.find(id)?.place).toBe(ordinal);
    }
    expect(snapshot.source.find('PL_nobody')).toBeNull();
  });
});
