import fc from 'fast-check';
import type { Point } from '#platform/point.ts';

/** A point with the fields that the store reads. */
export function makePoint(id: string, latitude: number, longitude: number, type: unknown = 'APM'): Point {
  return { id, type, coordinates: { latitude, longitude } };
}

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -90, max: 90, noNaN: true });

export const somePosition = fc.record({ latitude, longitude });

/** Towns with points around and at their middle, some across the antimeridian, and points anywhere. Some ids repeat. */
export const somePoints: fc.Arbitrary<Point[]> = fc
  .array(
    fc.record({
      latitude,
      longitude: fc.oneof(longitude, fc.constantFrom(179.999, -179.999, 180, -180, 0)),
      spread: fc.constantFrom(0, 0.000004, 0.0005, 0.05, 3),
      members: fc.array(
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        {
          minLength: 1,
          maxLength: 25,
        },
      ),
    }),
    { maxLength: 12 },
  )
  .chain((towns) => {
    const places = towns.flatMap((town) =>
      town.members.map(([north, east]) => ({
        // JSON has no negative zero.
        latitude: Math.max(-90, Math.min(90, town.latitude + north * town.spread)) + 0,
        longitude: wrap(town.longitude + east * town.spread) + 0,
      })),
    );
    return fc
      .array(fc.nat({ max: Math.max(1, places.length * 3) }), {
        minLength: places.length,
        maxLength: places.length,
      })
      .map((ids) =>
        places.map((place, at) =>
          makePoint(`PL_${ids[at]!}`, place.latitude, place.longitude, at % 2 ? 'APM' : 'PUDO'),
        ),
      );
  });

function wrap(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}
