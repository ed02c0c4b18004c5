import { nameEnglishCountry } from './format-english.ts';
import type { CrawlReport } from './read-network.ts';

/** Fields that shoppers look for: their path in the report, and their label. */
export const COUNTED_FIELDS = [
  ['operatingHours', 'Opening hours'],
  ['name', 'Name'],
  ['address.street', 'Street'],
  ['address.postalCode', 'Postcode'],
  ['address.city', 'City'],
  ['capabilities', 'Services'],
  ['imageUrl', 'Picture'],
  ['type', 'Type'],
] as const;

type CountryFields = NonNullable<CrawlReport['countryFields']>;

/**
 * Counts the points that lack each of `COUNTED_FIELDS`: first in the whole network, then in each country.
 */
export function countMissing(countries: CountryFields) {
  const rows = countries.map(([country, points, fields]) => ({
    name: nameEnglishCountry(country),
    points,
    missing: COUNTED_FIELDS.map(([field]) => points - (fields[field] ?? 0)),
  }));
  const all = {
    name: 'All countries',
    points: rows.reduce((sum, { points }) => sum + points, 0),
    missing: COUNTED_FIELDS.map((_, at) => rows.reduce((sum, { missing }) => sum + missing[at]!, 0)),
  };
  return [all, ...rows];
}
