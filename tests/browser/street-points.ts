import { writePoints } from './write-points.ts';

export const KRAKOW = { latitude: 50.0614, longitude: 19.9383 };

/** Three points 60 m apart and three on one spot, in a city without streets. */
const APART = [
  ['Długa', KRAKOW.latitude, KRAKOW.longitude],
  ['Długa', KRAKOW.latitude, KRAKOW.longitude + 0.0008],
  ['Długa', KRAKOW.latitude, KRAKOW.longitude - 0.0008],
  ['Pawia', KRAKOW.latitude + 0.01, KRAKOW.longitude],
  ['Pawia', KRAKOW.latitude + 0.01, KRAKOW.longitude],
  ['Pawia', KRAKOW.latitude + 0.01, KRAKOW.longitude],
] as const;
const ALONG_A_STREET = 12;

/**
 * Writes a network of points in a city without streets, and along a street of one that has some.
 * @returns the file; the same for each caller, so that their tests share a sandbox
 */
export function writeStreetPoints(): string {
  const make = (country: string, city: string, street: string, at: number, coordinates: typeof KRAKOW) => ({
    id: `${country}_${at}`,
    type: 'APM',
    country,
    locationType: 'OUTDOOR',
    coordinates,
    address: { country, city, street, buildingNumber: `${at}` },
  });
  const points = [
    ...APART.map(([street, latitude, longitude], at) =>
      make('PL', 'Kraków', street, at + 1, { latitude, longitude }),
    ),
    ...Array.from({ length: ALONG_A_STREET }, (_, at) =>
      make('AD', 'Andorra la Vella', 'Avinguda Meritxell', at, {
        latitude: 42.5065 + at * 0.0004,
        longitude: 1.519 + at * 0.0011,
      }),
    ),
  ];
  return writePoints('street-points', points);
}
