import { describe, expect, it } from 'vitest';
import { findZoomAlone } from '../../../src/lib/map/zoom-alone.ts';
import { createPointStore } from '#network/point-store.ts';
import type { StoredPoint } from '#network/point-source.ts';

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

describe('the zoom at which a point is drawn separately', () => {
  it('the zoom is unchanged if nothing is near', () => {
    expect(findZoomAlone(storeOf(HERE, point('far', 52.1, 21)), HERE, 15)).toBe(15);
  });

  it('the zoom is higher if two neighbours would share the pin', () => {
    // 80 metres: 27 pixels at zoom 15 there, 55 at 16.
    const store = storeOf(HERE, point('near', 52, 21.00117), point('far', 52, 20.99883));
    expect(findZoomAlone(store, HERE, 15)).toBe(16);
  });

  it('one neighbour shares no pin where two points are two pins', () => {
    const store = storeOf(HERE, point('near', 52, 21.00117));
    expect(findZoomAlone(store, HERE, 15)).toBe(15);
    expect(findZoomAlone(store, HERE, 12)).toBe(14);
  });

  it('the zoom is unchanged for points at one position, which no zoom separates', () => {
    expect(findZoomAlone(storeOf(HERE, point('same', 52, 21)), HERE, 15)).toBe(15);
  });

  it('the zoom is never higher than streets are useful, and never lower than the map’s', () => {
    const store = storeOf(HERE, point('door', 52, 21.00003), point('gate', 52, 20.99997));
    expect(findZoomAlone(store, HERE, 15)).toBe(17);
    expect(findZoomAlone(store, HERE, 18)).toBe(18);
  });
});
