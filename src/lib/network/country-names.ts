import { AppError } from '../contract/errors.ts';
import { COUNTRY_NAMES } from '../snapshot-format/layout.ts';
import { countryNamesSchema } from '../snapshot-format/table-rows.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** Reads `places/countries.json`: ISO codes by folded name. @throws AppError */
export async function readCountryNames(files: SnapshotFiles): Promise<ReadonlyMap<string, string>> {
  const result = countryNamesSchema.safeParse(await files.readJson(COUNTRY_NAMES));
  if (!result.success) throw new AppError('malformed', 'The names of countries are no list of pairs.');
  return new Map(result.data.map(([name, country]) => [name, country]));
}
