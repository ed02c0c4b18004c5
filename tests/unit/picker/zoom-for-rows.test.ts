import { expect, it } from 'vitest';
import { zoomForRows } from '../../../src/lib/picker/zoom-for-rows.ts';

const CITY = { latitude: 52, longitude: 5 };
const north = (metres: number) => ({ latitude: 52 + metres / 111_195, longitude: 5 });

it.each([
  // All within a street: no closer than the streets around. Within 500 m, 2 km, 10 km.
  [[10, 20], 11, 15],
  [[100, 500], 11, 14],
  [[100, 2_000], 11, 12],
  [[100, 10_000], 9, 10],
  // Never wider than what shows the city; exactly that without points.
  [[100_000], 11, 11],
  [[], 11, 11],
])('points %j m from a city shown at zoom %d are in view at zoom %d', (metres, atLeast, zoom) => {
  expect(zoomForRows(CITY, metres.map(north), atLeast)).toBe(zoom);
});
