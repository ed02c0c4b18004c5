import { FILTER_DIMENSIONS } from '../contract/filter-dimensions.ts';
import type { PickerConfig } from '../contract/picker-config.ts';
import type { FacetTotals } from '../network/class-filter.ts';

/** A shop's developer sees what values look like; a network may have dozens. */
const MAX_NAMED = 12;

/**
 * What a shop offers that the network doesn't have: mistyped, it leaves an empty map that says nothing of the cause.
 * @returns a sentence for each setting, beginning with its key
 */
export function nameUnknownSettings(config: PickerConfig, totals: FacetTotals): string[] {
  return FILTER_DIMENSIONS.flatMap(({ setting: key, list }) => {
    const known = [...totals[list].keys()].filter((value) => value !== '');
    const unknown = (config[key] ?? []).filter((value) => !known.includes(value));
    if (unknown.length === 0) return [];
    const there = known.sort().slice(0, MAX_NAMED).join(', ');
    return [`${key}: the network has no points with ${unknown.join(', ')}; it has ${there || 'none'}.`];
  });
}
