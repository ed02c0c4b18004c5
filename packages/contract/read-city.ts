import { readKnown } from './read-known.ts';

/** Fields of an address that contain its city in carriers' lists, the most specific first. */
const CITY_FIELDS = ['city', 'locality', 'town', 'municipality', 'administrativeArea'] as const;

/** A value with fewer letters is a province code: "CH", "MAZ". */
const MIN_LETTERS = 4;

/** The city of an address. */
export interface NamedCity {
  name: string;
  /** Whether it comes from the address's city field; otherwise it may be a municipality or a province. */
  own: boolean;
}

/** Reads the city of an address; its name is empty if there is none. */
export function readCity(address: Readonly<Record<string, unknown>>): NamedCity {
  for (const field of CITY_FIELDS) {
    const value = address[field];
    const name = typeof value === 'string' ? readKnown(value) : '';
    const letters = name.replace(/\P{L}/gu, '').length;
    if (name !== '' && (field !== 'administrativeArea' || letters >= MIN_LETTERS))
      return { name, own: field === 'city' };
  }
  return { name: '', own: false };
}
