import type { PointDetails } from './point-details.ts';

export type PostalAddress = Pick<PointDetails, 'street' | 'postalCode' | 'city' | 'country'>;

/** Countries whose postcode follows the city. */
const POSTCODE_LAST: ReadonlySet<string> = new Set(['GB', 'IE', 'UA', 'LV']);

/** Formats an address in one line: `Rochusplatz 1, 1030 Wien`; empty if the platform has none. */
export function writeAddress(address: PostalAddress): string {
  return writeAddressLines(address).join(', ');
}

/**
 * Formats an address as lines, in its country's order: most countries put the postcode before the city,
 * some after it.
 */
export function writeAddressLines({ street, postalCode, city, country }: PostalAddress): string[] {
  const place = POSTCODE_LAST.has(country.toUpperCase()) ? [city, postalCode] : [postalCode, city];
  return [street, place.filter((part) => part !== '').join(' ')].filter((line) => line !== '');
}
