import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { ATTRIBUTES } from '#contract/picker-api.ts';
import { nameCountryIn, numbersIn } from '../i18n/formatters.ts';
import { totalFacets } from '#network/class-filter.ts';
import { readVersion } from '#network/read-version.ts';
import { SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';

/** A value that points of the network have. */
export interface NetworkChoice {
  value: string;
  /** Name in English, the language of the page. */
  name: string;
  /** Number of points, formatted. */
  count: string;
}

/**
 * Reads, for each attribute that is a list of such values, those of the published network, the most
 * frequent first. @throws AppError
 */
export async function readNetworkChoices(
  request: typeof fetch,
): Promise<Readonly<Record<string, readonly NetworkChoice[]>>> {
  const { classes } = await readVersion({ baseUrl: SNAPSHOT_FOLDER, fetch: request });
  const counts = totalFacets(classes);
  return Object.fromEntries(
    FILTER_DIMENSIONS.map(({ field, list, setting }) => {
      const attribute = Object.keys(ATTRIBUTES).find((name) => ATTRIBUTES[name]!.setting === setting)!;
      const choices = [...counts[list]]
        .filter(([value]) => value !== '')
        .sort(([, first], [, second]) => second - first)
        .map(([value, count]) => ({
          value,
          name: field === 'country' ? nameCountryIn('en', value) : value,
          count: numbersIn('en').format(count),
        }));
      return [attribute, choices];
    }),
  );
}
