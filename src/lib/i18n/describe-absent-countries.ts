import { formatList, nameCountry } from './format.ts';
import { allMessages as m } from './messages.ts';

/**
 * A sentence for shoppers whose shop offers points only in countries where the network has none.
 * @param known the network's countries; null: not all are known
 * @param wanted the shop's countries, ISO 3166-1 alpha-2; empty: all
 * @returns null if there may be points
 */
export function describeAbsentCountries(
  known: ReadonlyMap<string, unknown> | null,
  wanted: readonly string[],
): string | null {
  // Points without a country may be anywhere.
  if (known === null || wanted.length === 0 || known.has('') || wanted.some((code) => known.has(code)))
    return null;
  return m.list_none_in_countries({ countries: formatList(wanted.map(nameCountry)) });
}
