import { describe, expect, it } from 'vitest';
import { findZoomAlone } from '../../../src/lib/map/zoom-alone.ts';
import { createPointStore } from '../../../src/lib/network/point-store.ts';
import type { StoredPoint } from '../../../src/lib/network/point-source.ts';

const point = (id: string, latitude: number, longitude: number): StoredPoint => ({
  id,
  latitude,
  longitude,
  type: 'APM',
  place: 0,
});
const storeOf = (...points: StoredPoint[]) => {
  const store = createPointStore();
  store.insert(
    points.map(({ id, latitude, longitude, type }) => ({
      id,
      type,
      coordinates: { latitude, longitude },
    })),
    0,
  );
  return store;
};
const HERE = point('here', 52, 21);

describe('the zoom at which a point stands alone', () => {
  it('is the one given where nothing is near', () => {
    expect(findZoomAlone(storeOf(HERE, point('far', 52.1, 21)), HERE, 15)).toBe(15);
  });

  it('is nearer where a neighbour would share its pin', () => {
    // 80 metres: 27 pixels at zoom 15 there, 55 at 16.
    expect(findZoomAlone(storeOf(HERE, point('near', 52, 21.00117)), HERE, 15)).toBe(16);
  });

  it('is the one given for points at one spot, which no zoom tells apart', () => {
    expect(findZoomAlone(storeOf(HERE, point('same', 52, 21)), HERE, 15)).toBe(15);
  });

  it('is no nearer than streets are of use, and never farther than where the map is', () => {
    const store = storeOf(HERE, point('door', 52, 21.00003));
    expect(findZoomAlone(store, HERE, 15)).toBe(17);
    expect(findZoomAlone(store, HERE, 18)).toBe(18);
  });
});
