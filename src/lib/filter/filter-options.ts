import type { DimensionList } from '#contract/filter-dimensions.ts';
import type { FacetTotals } from '#network/class-filter.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { NO_RULES, toPointFilter, type AllowedPoints, type PointRules } from '#filter/point-rules.ts';

/** A value that can be selected. */
export interface FilterOption {
  /** As the platform writes it; empty for points without one. */
  value: string;
  /** Number of points that match with only this value and all other rules unchanged. */
  count: number;
  ticked: boolean;
}

type Counts = Pick<PointNetwork, 'counts' | 'countMatching'>;

/**
 * Lists the values of a dimension that the network has and the shop offers. Sorted by total frequency, so that the order is stable while
 * counts change. Includes ticked values that the network lacks, so that they can be cleared.
 */
export function listOptions(
  network: Counts,
  kind: DimensionList,
  rules: PointRules,
  allowed: AllowedPoints,
): FilterOption[] {
  const totals: FacetTotals[DimensionList] = network.counts()[kind];
  const offered = (value: string) =>
    toPointFilter({ ...NO_RULES, [kind]: [value] }, allowed)?.[kind]?.length !== 0;
  const values = new Set([...[...totals.keys()].filter(offered), ...rules[kind]]);
  return [...values]
    .sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0) || (a < b ? -1 : 1))
    .map((value) => ({
      value,
      count: network.countMatching(toPointFilter({ ...rules, [kind]: [value] }, allowed) ?? {}),
      ticked: rules[kind].includes(value),
    }));
}

/** Number of matching points, as far as the network can count them. */
export function countMatching(network: Counts, rules: PointRules, allowed: AllowedPoints): number {
  return network.countMatching(toPointFilter(rules, allowed) ?? {});
}

/** The same rules with a value added or removed. */
export function toggle(rules: PointRules, kind: DimensionList, value: string): PointRules {
  const values = rules[kind];
  return {
    ...rules,
    [kind]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value],
  };
}
