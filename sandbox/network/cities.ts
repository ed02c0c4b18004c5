import { localName, readGeoNames, SECTION } from '../../scripts/basemap/geonames.ts';

/** A town of GeoNames (CC BY 4.0), with its local name. */
export interface City {
  name: string;
  country: string;
  /** GeoNames' first-level division. */
  region: string;
  population: number;
  latitude: number;
  longitude: number;
}

/** Resolution of the grid of settled cells: about two kilometres. */
const CELLS_PER_DEGREE = 50;

export interface Geography {
  /** Towns by country code, sorted by region and name. */
  citiesOf: ReadonlyMap<string, City[]>;
  /** Whether there is a town or section in the same or a neighbouring cell: keeps points out of the sea. */
  isSettled: (latitude: number, longitude: number) => boolean;
}

let loaded: Geography | undefined;

/** Reads GeoNames' places of these countries. Cached: later calls return the first result, whatever they ask for. */
export function loadGeography(countryCodes: ReadonlySet<string>): Geography {
  if (loaded) return loaded;
  const citiesOf = new Map<string, City[]>();
  const settled = new Set<number>();
  for (const record of readGeoNames()) {
    if (!countryCodes.has(record.country)) continue;
    const [longitude, latitude] = record.loc.coordinates;
    markSettled(settled, latitude, longitude);
    if (record.featureCode === SECTION || record.population === 0) continue;
    const cities = citiesOf.get(record.country) ?? [];
    citiesOf.set(record.country, cities);
    cities.push({
      name: localName(record),
      country: record.country,
      region: record.adminCode,
      population: record.population,
      latitude,
      longitude,
    });
  }
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  for (const cities of citiesOf.values()) {
    cities.sort((a, b) => compare(a.region, b.region) || compare(a.name, b.name));
  }
  loaded = { citiesOf, isSettled: (latitude, longitude) => settled.has(cellOf(latitude, longitude)) };
  return loaded;
}

function cellOf(latitude: number, longitude: number): number {
  return (
    Math.floor((latitude + 90) * CELLS_PER_DEGREE) * 100_000 +
    Math.floor((longitude + 180) * CELLS_PER_DEGREE)
  );
}

function markSettled(settled: Set<number>, latitude: number, longitude: number): void {
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) {
      settled.add(cellOf(latitude + north / CELLS_PER_DEGREE, longitude + east / CELLS_PER_DEGREE));
    }
  }
}
