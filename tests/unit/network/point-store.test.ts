import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '#platform/point.ts';
import { createPointStore } from '#network/point-store.ts';
import { makePoint, somePoints } from './make-points.ts';
import { countAll, WHOLE_WORLD } from './open-test-snapshot.ts';

const countIn = (store: ReturnType<typeof createPointStore>, zoom = 3) =>
  countAll(store.clustersIn(WHOLE_WORLD, zoom));

describe('a point store', () => {
  it('draws the same however the points came: page by page, with or without being asked in between', () => {
    fc.assert(
      fc.property(somePoints, fc.integer({ min: 1, max: 40 }), fc.boolean(), (points, perPage, requests) => {
        const atOnce = createPointStore();
        atOnce.insert(points, 1);
        const paged = createPointStore();
        for (let start = 0; start < points.length; start += perPage) {
          paged.insert(points.slice(start, start + perPage), 1);
          if (requests) paged.clustersIn(WHOLE_WORLD, 5);
        }
        for (const zoom of [0, 5, 12, 19]) {
          expect(paged.clustersIn(WHOLE_WORLD, zoom)).toEqual(atOnce.clustersIn(WHOLE_WORLD, zoom));
        }
      }),
    );
  });

  it('keeps the first of several points with one id', () => {
    const store = createPointStore();
    store.insert([makePoint('PL_A', 52, 21)], 1);
    store.insert([makePoint('PL_A', 10, 10), makePoint('PL_B', 52, 21)], 2);
    expect(store.size).toBe(2);
    expect(store.find('PL_A')).toEqual({ id: 'PL_A', latitude: 52, longitude: 21, type: 'APM', place: 1 });
    expect(store.find('PL_B')?.place).toBe(2);
    expect(countIn(store)).toBe(2);
  });

  it('forgets removed points, also ones that were never drawn, and takes them in again', () => {
    fc.assert(
      fc.property(
        somePoints,
        fc.array(fc.nat({ max: 40 }), { maxLength: 30 }),
        fc.boolean(),
        (points, numbers, requests) => {
          const store = createPointStore();
          store.insert(points, 1);
          if (requests) countIn(store);
          const gone = numbers.map((number) => `PL_${number}`);
          store.remove(gone);
          const left = new Set(points.map(({ id }) => id).filter((id) => !gone.includes(id)));
          expect(store.size).toBe(left.size);
          expect(countIn(store)).toBe(left.size);
          for (const id of gone) expect(store.find(id)).toBeNull();
          store.insert(points, 2);
          expect(countIn(store)).toBe(new Set(points.map(({ id }) => id)).size);
        },
      ),
    );
  });

  it('keeps types it has never heard of, and calls a missing or odd one empty', () => {
    const store = createPointStore();
    const bare: Point = { id: 'PL_C', coordinates: { latitude: 52, longitude: 21 } };
    store.insert([makePoint('PL_A', 52, 21, 'DRONE_PAD'), makePoint('PL_B', 52, 21, 7), bare], 1);
    expect(['PL_A', 'PL_B', 'PL_C'].map((id) => store.find(id)?.type)).toEqual(['DRONE_PAD', '', '']);
  });

  it('takes ids for what they are, be they names of object properties', () => {
    const store = createPointStore();
    const ids = ['__proto__', 'constructor', 'toString', ' '];
    expect(ids.map((id) => store.find(id))).toEqual([null, null, null, null]);
    store.insert(
      ids.map((id) => makePoint(id, 52, 21)),
      1,
    );
    expect(store.size).toBe(4);
    expect(store.find('__proto__')?.id).toBe('__proto__');
  });

  it('holds a whole network that comes in 308 pages', () => {
    const store = createPointStore();
    const perPage = 500;
    for (let page = 1; page <= 308; page++) {
      const points = Array.from({ length: perPage }, (_, at) => {
        const number = (page - 1) * perPage + at;
        return makePoint(
          `PL_${number}`,
          49 + ((number * 7919) % 60_000) / 10_000,
          14 + ((number * 104_729) % 100_000) / 10_000,
        );
      });
      store.insert(points, page);
      if (page % 20 === 0) expect(countIn(store, 6)).toBe(page * perPage);
    }
    expect(store.size).toBe(154_000);
    expect(countIn(store, 9)).toBe(154_000);
  });
});

describe('the extent of a store', () => {
  const extentOf = (...places: [latitude: number, longitude: number][]) => {
    const store = createPointStore();
    store.insert(
      places.map(([latitude, longitude], at) => makePoint(`PL_${at}`, latitude, longitude)),
      1,
    );
    return store.extent();
  };

  it('is nothing without points', () => {
    expect(createPointStore().extent()).toBeNull();
  });

  it('is the point itself when there is one', () => {
    expect(extentOf([52, 21])).toEqual({ west: 21, south: 52, east: 21, north: 52 });
  });

  it('is the box around all points', () => {
    expect(extentOf([52, 21], [40, -9], [60, 25])).toEqual({ west: -9, south: 40, east: 25, north: 60 });
  });

  it('crosses the antimeridian when that makes it smaller', () => {
    expect(extentOf([-17, 178], [-18, -179])).toEqual({ west: 178, south: -18, east: 181, north: -17 });
  });

  it('shrinks when a point is removed', () => {
    const store = createPointStore();
    store.insert([makePoint('PL_A', 52, 21), makePoint('PL_B', 0.1, 0.1)], 1);
    store.remove(['PL_B']);
    expect(store.extent()).toEqual({ west: 21, south: 52, east: 21, north: 52 });
  });
});
