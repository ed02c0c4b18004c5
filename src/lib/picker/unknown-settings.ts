import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { FacetTotals } from '#network/class-filter.ts';

/** Enough to show a shop's developer the format of the values; a network may have dozens. */
const MAX_NAMED = 12;

/**
 * Finds values in a shop's settings that the network doesn't have: otherwise, a typo would leave an
 * unexplained empty map.
 * @returns a sentence for each setting, starting with its key
 */
export function nameUnknownSettings(config: PickerConfig, totals: FacetTotals): string[] {
  return FILTER_DIMENSIONS.flatMap(({ setting: key, list }) => {
    const existing = [...totals[list].keys()].filter((value) => value !== '');
    const missing = (config[key] ?? []).filter((value) => !existing.includes(value));
    if (missing.length === 0) return [];
    const named = existing.sort().slice(0, MAX_NAMED).join(', ');
    return [`${key}: the network has no points with ${missing.join(', ')}; it has ${named || 'none'}.`];
  });
}
