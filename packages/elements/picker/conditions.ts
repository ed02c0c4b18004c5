import type { PickerConfig } from '../../contract/picker-config.ts';
import { DIMENSIONS } from '../../contract/picker-names.ts';
import { MAX_ENTRIES, MAX_QUERY } from '../../contract/query-limits.ts';
import type { Parameters } from './write-query.ts';

/** Lists the settings that restrict the points, as parameters of the API. */
export function listConditions(config: PickerConfig): Parameters {
  const fields: Readonly<Record<string, unknown>> = config;
  return [
    ...DIMENSIONS.map(([name, one, many]): [string, unknown] => [name, fields[many] ?? fields[one]]),
    ['excludeIds', config.excludeIds],
    ['filter', config.filter && JSON.stringify(config.filter)],
  ];
}

/** Excluded ids that are filtered here, because a query can't hold so many. */
export function listUnsendable({ excludeIds = '' }: { excludeIds?: string | string[] }): string[] {
  const ids = String(excludeIds).split(/[\s,]+/);
  return ids.length > MAX_ENTRIES || String(ids).length > MAX_QUERY ? ids : [];
}
