import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findNearestInView, isInView } from '#network/nearest-in-view.ts';
import { distanceMetres } from '#network/distance.ts';
import { createPointStore } from '#network/point-store.ts';
import type { StoredPoint } from '#network/point-source.ts';
import { makePoint, somePoints, somePosition } from './make-points.ts';

const someView = fc
  .record({
    west: fc.double({ min: -200, max: 180, noNaN: true }),
    south: fc.double({ min: -84, max: 80, noNaN: true }),
    width: fc.constantFrom(0.02, 1, 40, 360),
    height: fc.constantFrom(0.02, 1, 40),
  })
  .map(({ west, south, width, height }) => ({
    west,
    south,
    east: west + width,
    north: Math.min(85, south + height),
  }));
const isLocker = ({ type }: StoredPoint) => type === 'APM';

it('finds the same points as looking at all of them', () => {
  fc.assert(
    fc.property(
      somePoints,
      someView,
      somePosition,
      fc.integer({ min: 1, max: 20 }),
      (points, view, position, amount) => {
        const store = createPointStore();
        store.insert(points, 1);
        const unique = [...new Map(points.map((point) => [point.id, point])).keys()];
        const expected = unique
          .map((id) => store.find(id)!)
          .filter((point) => isInView(view, point) && isLocker(point))
          .map((point) => distanceMetres(position, point))
          .sort((a, b) => a - b);
        const found = findNearestInView(store, view, position, amount, isLocker);
        expect(found.points.map((near) => near.distanceMetres)).toEqual(expected.slice(0, amount));
        expect(found.points.every(({ point }) => isLocker(point))).toBe(true);
        if (!found.more) expect(found.points).toHaveLength(expected.length);
      },
    ),
    { numRuns: 200 },
  );
});

it('counts a point outside that is a rounding error from the edge as outside', () => {
  const view = { west: 0, south: 0, east: 0.02, north: 0.02 };
  expect(isInView(view, { latitude: 0, longitude: -1e-14 })).toBe(false);
  expect(isInView(view, { latitude: 0, longitude: 360 })).toBe(true);
});

it('isn’t misled by a point in the corner of the box that it looks into', () => {
  const store = createPointStore();
  const middle = { latitude: 52, longitude: 21 };
  const view = { west: 20, south: 51, east: 22, north: 53 };
  const halfBox = 2 / 256;
  store.insert(
    [
      makePoint('corner', 52 + 0.99 * halfBox, 21 + 0.99 * halfBox),
      makePoint('beside', 52, 21 + 1.01 * halfBox),
    ],
    1,
  );
  const { points } = findNearestInView(store, view, middle, 1, isLocker);
  expect(points.map(({ point }) => point.id)).toEqual(['beside']);
});
