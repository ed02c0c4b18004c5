import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '#platform/point.ts';
import { DEEPEST_ZOOM, holdsPoint, PAIRS_FROM_ZOOM } from '#network/clusters.ts';
import {
  projectLatitude,
  projectLongitude,
  unitsOfPixels,
  unitX,
  unitY,
  WORLD,
} from '#network/snapshot-format/mercator.ts';
import type { Bounds, Cluster } from '#network/point-source.ts';
import { createPointStore } from '#network/point-store.ts';
import { makePoint, somePoints } from './make-points.ts';
import { countAll, WHOLE_WORLD } from './open-test-snapshot.ts';
import { isInView, someScreen, viewAround } from './views.ts';

/** Metres per degree of latitude, roughly. */
const METRES_PER_DEGREE = 111_320;

const pointsAndView = fc
  .record({ points: somePoints, screen: someScreen })
  .map(({ points, screen }) => ({ points, ...screen(points) }));

function storeOf(points: readonly Point[]) {
  const store = createPointStore();
  store.insert(points, 1);
  // The first of several with one id is kept.
  const unique = [...new Map(points.toReversed().map((point) => [point.id, point])).values()];
  return { store, unique };
}

const holds = (cluster: Cluster, { id, coordinates }: Point) => holdsPoint(cluster, { id, ...coordinates });

/** Positions of the markers of a view, in pixels of its zoom. */
function placesOf(clusters: readonly Cluster[], zoom: number) {
  const pixel = unitsOfPixels(1, zoom);
  return clusters.map(({ latitude, longitude }) => ({
    x: projectLongitude(longitude) / pixel,
    y: projectLatitude(latitude) / pixel,
  }));
}

/** How far two markers are apart: square targets of this width don't overlap. */
const apart = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));

describe('the clusters of a view', () => {
  it('hold every point in the view exactly once, and count what they hold', () => {
    fc.assert(
      fc.property(pointsAndView, ({ points, bounds, zoom }) => {
        const { store, unique } = storeOf(points);
        const clusters = store.clustersIn(bounds, zoom);
        for (const point of unique.filter((each) => isInView(each.coordinates, bounds))) {
          const holders = clusters.filter((cluster) => holds(cluster, point));
          expect(holders.length, `${point.id} at zoom ${zoom}`).toBe(1);
        }
        for (const cluster of clusters) {
          const held = unique.filter((point) => holds(cluster, point));
          expect(cluster.count).toBe(held.length);
          if (cluster.members.length > 0) {
            expect(cluster.members.map(({ id }) => id).sort()).toEqual(held.map(({ id }) => id).sort());
          }
        }
        expect(new Set(clusters.map(({ key }) => key)).size).toBe(clusters.length);
      }),
      { numRuns: 200 },
    );
  });

  it('of the whole world count every point once, at every zoom', () => {
    fc.assert(
      fc.property(somePoints, fc.integer({ min: 0, max: DEEPEST_ZOOM }), (points, zoom) => {
        const { store, unique } = storeOf(points);
        expect(countAll(store.clustersIn(WHOLE_WORLD, zoom))).toBe(unique.length);
      }),
    );
  });

  it('hardly depend on where the edge of the view is', () => {
    // Some 600 points, as if strewn.
    const fraction = (at: number, factor: number) => (at * factor) % 1;
    const points = Array.from({ length: 600 }, (_, at) =>
      makePoint(
        `PL_${at}`,
        52 + 0.13 * fraction(at, Math.sqrt(2)) ** 2,
        21 + 0.2 * fraction(at, Math.E ** 3),
      ),
    );
    const { store } = storeOf(points);
    const middle = { latitude: 52.06, longitude: 21.1 };
    const seen = [11, 12, 13].flatMap((zoom) => {
      const keyOf = ({ latitude, count }: { latitude: number; count: number }) =>
        `${count} at ${latitude.toFixed(6)}`;
      const wide = new Set(store.clustersIn(viewAround(middle, zoom, 600, 600), zoom).map(keyOf));
      return store.clustersIn(viewAround(middle, zoom, 300, 300), zoom).map((each) => wide.has(keyOf(each)));
    });
    expect(seen.length).toBeGreaterThan(20);
    expect(mean(seen.map(Number))).toBeGreaterThan(0.95);
  });

  it('stand at the middle of what they hold', () => {
    fc.assert(
      fc.property(pointsAndView, ({ points, bounds, zoom }) => {
        const { store, unique } = storeOf(points);
        for (const cluster of store.clustersIn(bounds, zoom)) {
          // Pins of pairs are moved apart.
          if (zoom >= PAIRS_FROM_ZOOM && cluster.count === 1) continue;
          const held = unique.filter((point) => holds(cluster, point));
          const x = projectLongitude(cluster.longitude);
          const y = projectLatitude(cluster.latitude);
          const xs = held.map(({ coordinates }) => turnNear(unitX(coordinates.longitude) + 0.5, x));
          const ys = held.map(({ coordinates }) => unitY(coordinates.latitude) + 0.5);
          expect(Math.abs(mean(xs) - x)).toBeLessThan(1.01);
          expect(Math.abs(mean(ys) - y)).toBeLessThan(1.01);
        }
      }),
    );
  });

  it('keep 44 pixels between them while there are clusters of two, so that targets don’t overlap', () => {
    fc.assert(
      fc.property(pointsAndView, ({ points, bounds, zoom }) => {
        fc.pre(zoom < PAIRS_FROM_ZOOM);
        const places = placesOf(storeOf(points).store.clustersIn(bounds, zoom), zoom);
        const least = 44 - 2 / unitsOfPixels(1, zoom);
        for (const [at, one] of places.entries())
          for (const other of places.slice(at + 1)) expect(apart(one, other)).toBeGreaterThan(least);
      }),
    );
  });

  it('fall apart at the zoom they name, and not before', () => {
    fc.assert(
      fc.property(somePoints, fc.integer({ min: 0, max: 2 }), (points, zoom) => {
        const { store, unique } = storeOf(points);
        for (const cluster of store.clustersIn(WHOLE_WORLD, zoom)) {
          if (cluster.members.length > 0) continue;
          const { store: alone } = storeOf(unique.filter((point) => holds(cluster, point)));
          const { expansionZoom } = cluster;
          expect(expansionZoom).toBeGreaterThan(zoom);
          const countAt = (at: number) => alone.clustersIn(viewAround(cluster, at), at).length;
          if (expansionZoom < DEEPEST_ZOOM) {
            expect(countAt(expansionZoom)).toBeGreaterThan(1);
            expect(countAt(expansionZoom - 1)).toBe(1);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('can all be opened at the deepest zoom', () => {
    fc.assert(
      fc.property(somePoints, (points) => {
        const { store } = storeOf(points);
        for (const { count, members } of store.clustersIn(WHOLE_WORLD, DEEPEST_ZOOM)) {
          expect(members.length).toBe(count);
        }
      }),
    );
  });
});

describe('single points, stacks and clusters', () => {
  const around: Bounds = { west: 20.9, south: 52.1, east: 21.1, north: 52.3 };

  it('draw a lone point where it is, to the last digit', () => {
    const { store } = storeOf([makePoint('PL_A', 52.229676, 21.012229, 'PUDO')]);
    expect(store.clustersIn(around, 12)).toMatchObject([
      {
        latitude: 52.229676,
        longitude: 21.012229,
        count: 1,
        members: [{ id: 'PL_A', type: 'PUDO', latitude: 52.229676, longitude: 21.012229, place: 1 }],
      },
    ]);
  });

  it('draw two points as two pins from zoom 14 on, 44 pixels apart, wherever they are', () => {
    const somewhere = fc.integer({ min: -60, max: 60 });
    fc.assert(
      fc.property(
        somewhere,
        somewhere,
        fc.integer({ min: PAIRS_FROM_ZOOM, max: DEEPEST_ZOOM }),
        (east, north, zoom) => {
          const degree = 360 / (256 * 2 ** zoom);
          const { store } = storeOf([
            makePoint('PL_A', 52.2, 21),
            makePoint('PL_B', 52.2 + north * degree * 0.6, 21 + east * degree, 'PUDO'),
          ]);
          const pins = store.clustersIn(around, zoom).sort((a, b) => (a.key < b.key ? -1 : 1));
          expect(pins.map(({ members }) => members.map(({ id }) => id))).toEqual([['PL_A'], ['PL_B']]);
          const [one, other] = placesOf(pins, zoom);
          if (zoom < DEEPEST_ZOOM) expect(apart(one!, other!)).toBeGreaterThan(43.8);
          const there = placesOf([{ ...pins[0]!, latitude: 52.2, longitude: 21 }], zoom)[0]!;
          expect(apart(one!, there)).toBeLessThan(23);
        },
      ),
    );
  });

  it('have no "2" from zoom 14 on in a town as it is, and hardly a pin that covers another', () => {
    // Shops, some with a locker at the door.
    const fraction = (at: number, factor: number) => (at * factor) % 1;
    const points = Array.from({ length: 200 }, (_, at) => {
      const spot = at % 5 === 0 ? at + 1 : at;
      return makePoint(
        `PL_${at}`,
        52 + 0.05 * fraction(spot, Math.sqrt(2)),
        21 + 0.08 * fraction(spot, Math.E),
      );
    });
    const { store } = storeOf(points);
    for (const zoom of [14, 15, 16]) {
      const pins = store.clustersIn({ west: 21, south: 52, east: 21.08, north: 52.05 }, zoom);
      expect(countAll(pins)).toBe(200);
      expect(pins.filter(({ count }) => count === 2)).toEqual([]);
      const places = placesOf(pins, zoom);
      const gaps = places.flatMap((one, at) => places.slice(at + 1).map((other) => apart(one, other)));
      // The least distance of targets (WCAG 2.2, 2.5.8).
      expect(Math.min(...gaps), `zoom ${zoom}`).toBeGreaterThanOrEqual(24);
      expect(gaps.filter((gap) => gap < 43.8).length / pins.length, `zoom ${zoom}`).toBeLessThan(0.05);
    }
  });

  it('make a stack of points at one spot on every zoom, its members in the order of their ids', () => {
    const { store } = storeOf([
      makePoint('PL_B', 52.2, 21),
      makePoint('PL_A', 52.2, 21),
      makePoint('PL_C', 52.2 + 0.8 / METRES_PER_DEGREE, 21),
    ]);
    for (let zoom = 0; zoom <= DEEPEST_ZOOM; zoom++) {
      const clusters = store.clustersIn(around, zoom);
      expect(clusters.map(({ members }) => members.map(({ id }) => id))).toEqual([['PL_A', 'PL_B', 'PL_C']]);
    }
  });

  it('separate three points five metres apart at the deepest zoom only, two at zoom 14', () => {
    const [first, second, third] = [0, 5, 10].map((metres, at) =>
      makePoint(`PL_${at}`, 52.2 + metres / METRES_PER_DEGREE, 21),
    );
    const { store } = storeOf([first!, second!, third!]);
    expect(store.clustersIn(around, DEEPEST_ZOOM - 1)).toMatchObject([
      { count: 3, members: [], expansionZoom: DEEPEST_ZOOM },
    ]);
    expect(store.clustersIn(around, DEEPEST_ZOOM)).toHaveLength(3);
    const pair = storeOf([first!, second!]).store;
    expect(pair.clustersIn(around, 9)).toMatchObject([{ count: 2, members: [], expansionZoom: 14 }]);
    expect(pair.clustersIn(around, 14)).toHaveLength(2);
  });

  it('draw what lies across the antimeridian beside what lies before it', () => {
    const { store } = storeOf([makePoint('FJ_A', -17, 179.9), makePoint('FJ_B', -17, -179.9)]);
    const view: Bounds = { west: 179, south: -18, east: 181, north: -16 };
    const longitudes = (bounds: Bounds) =>
      store
        .clustersIn(bounds, 12)
        .map(({ longitude }) => Math.round(longitude * 1e6) / 1e6)
        .sort((a, b) => a - b);
    expect(longitudes(view)).toEqual([179.9, 180.1]);
    expect(longitudes({ ...view, west: 179, east: -179 })).toEqual([179.9, 180.1]);
    expect(longitudes({ ...view, west: -181, east: -179 })).toEqual([-180.1, -179.9]);
  });

  it('unite across the antimeridian', () => {
    const { store } = storeOf([makePoint('FJ_A', -17, 179.9999), makePoint('FJ_B', -17, -179.9999)]);
    const clusters = store.clustersIn({ west: 170, south: -20, east: 190, north: -10 }, 6);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]!.longitude).toBeCloseTo(180, 5);
  });

  it('stay within some hundreds for the largest screen over the densest town', () => {
    const points = Array.from({ length: 40_000 }, (_, at) =>
      makePoint(`PL_${at}`, 52 + (at % 200) / 400, 21 + Math.floor(at / 200) / 250),
    );
    const { store } = storeOf(points);
    for (let zoom = 8; zoom <= DEEPEST_ZOOM; zoom++) {
      const degrees = (3840 * 360) / (256 * 2 ** zoom);
      const bounds = { west: 21, south: 52, east: 21 + degrees, north: 52 + degrees / 3 };
      expect(store.clustersIn(bounds, zoom).length).toBeLessThan(800);
    }
  });

  it('share stacks at the deepest zoom where more spots than targets fit stand close together', () => {
    const points = Array.from({ length: 2500 }, (_, at) =>
      makePoint(
        `PL_${at}`,
        52.2 + ((at % 50) * 2) / METRES_PER_DEGREE,
        21 + (Math.floor(at / 50) * 4) / METRES_PER_DEGREE,
      ),
    );
    const { store } = storeOf(points);
    const clusters = store.clustersIn(around, DEEPEST_ZOOM);
    expect(clusters.length).toBeLessThanOrEqual(440);
    expect(clusters.flatMap(({ members }) => members)).toHaveLength(2500);
  });
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function turnNear(x: number, to: number): number {
  return x + WORLD * Math.round((to - x) / WORLD);
}
