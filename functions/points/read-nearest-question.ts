import { readPickerConfig, type PickerConfig } from '../../src/lib/contract/picker-config.ts';
import type { PointFilter } from '../../src/lib/network/class-filter.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { QueryReader, refuseQuery, WANTED_PARAMETERS } from './read-query.ts';

/** Around which place points are asked for: a position, or what an address says. */
export type Around = { position: Position } | { address: string; postalCode: string; city: string };

export interface NearestQuestion {
  around: Around;
  /** What points must be; empty where anything does. */
  wanted: PointFilter;
  excludedIds: readonly string[];
  /** The shop's rules beyond that, as it gives them to the picker. */
  filter: PickerConfig['filter'];
  /** How many points. */
  limit: number;
}

export const MAX_NEAREST = 20;
export const NEAREST_USUALLY = 5;
/** As much of an address as the search reads (src/lib/find/suggest.ts), and more than any town's name has. */
export const MAX_ADDRESS = 160;
export const MAX_CITY = 100;
export const MAX_POSTAL_CODE = 20;
/** Of JSON: some hundred rules, in an address that every server takes. */
export const MAX_FILTER = 4_000;
export const NEAREST_PARAMETERS = [
  'address',
  'postalCode',
  'city',
  'latitude',
  'longitude',
  ...WANTED_PARAMETERS,
  'filter',
  'limit',
];

/** @throws RefusedError 400, naming the parameter and what to write instead */
export function readNearestQuestion(query: URLSearchParams): NearestQuestion {
  const reader = new QueryReader(query, NEAREST_PARAMETERS);
  const position = reader.position();
  const address = reader.text('address', MAX_ADDRESS) ?? '';
  const postalCode = reader.text('postalCode', MAX_POSTAL_CODE) ?? '';
  const city = reader.text('city', MAX_CITY) ?? '';
  const hasWords = `${address}${postalCode}${city}` !== '';
  if (position === null && !hasWords)
    throw refuseQuery('Say around which place: postalCode, city or address, or latitude and longitude.');
  if (position !== null && hasWords)
    throw refuseQuery('latitude and longitude are taken without address, postalCode and city.');
  return {
    around: position === null ? { address, postalCode, city } : { position },
    wanted: reader.filter(),
    excludedIds: reader.list('excludeIds') ?? [],
    filter: readFilter(reader.text('filter', MAX_FILTER)),
    limit: reader.wholeNumber('limit', MAX_NEAREST) ?? NEAREST_USUALLY,
  };
}

function readFilter(json: string | null): PickerConfig['filter'] {
  if (json === null) return undefined;
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    throw refuseQuery('filter must be JSON, as the picker’s filter is.');
  }
  const { config, problems } = readPickerConfig({ filter: given });
  if (problems[0] !== undefined) throw refuseQuery(problems[0]);
  return config.filter;
}
