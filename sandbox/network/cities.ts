import { localName, readGeoNames, SECTION } from '../../scripts/basemap/geonames.ts';
import { COUNTRIES } from './countries.ts';

/** A town from GeoNames (CC BY 4.0), with its local name. */
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

export type SandboxGeography = ReturnType<typeof readGeography>;

let loaded: SandboxGeography | undefined;

/** Reads GeoNames' places in the network's countries, once per process. */
export const loadGeography = (): SandboxGeography => (loaded ??= readGeography());

function readGeography() {
  /** Towns by country code, sorted by region and name. */
  const citiesOf = new Map<string, City[]>(COUNTRIES.map(({ code }) => [code, []]));
  const settled = new Set<number>();
  for (const record of readGeoNames()) {
    const cities = citiesOf.get(record.country);
    if (cities === undefined) continue;
    const [longitude, latitude] = record.loc.coordinates;
    markSettled(settled, latitude, longitude);
    if (record.featureCode === SECTION || record.population === 0) continue;
    cities.push({
      name: localName(record),
      country: record.country,
      region: record.adminCode,
      population: record.population,
      latitude,
      longitude,
    });
  }
  for (const cities of citiesOf.values()) {
    cities.sort((a, b) => compareTexts(a.region, b.region) || compareTexts(a.name, b.name));
  }
  /** Whether the same or a neighbouring cell has a town or section. Keeps points out of the sea. */
  const isSettled = (latitude: number, longitude: number) => settled.has(cellOf(latitude, longitude));
  return { citiesOf, isSettled };
}

/** Compares by UTF-16 code units, for sorting. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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
