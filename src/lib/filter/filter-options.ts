import type { DimensionList } from '../contract/filter-dimensions.ts';
import type { FacetTotals } from '../network/class-filter.ts';
import type { PointNetwork } from '../network/point-network.ts';
import { NO_RULES, toPointFilter, type AllowedPoints, type PointRules } from './point-rules.ts';

/** A value that can be ticked. */
export interface FilterOption {
  /** As the platform writes it; empty for points that don't tell. */
  value: string;
  /** Points that would be shown with this value alone, all other rules staying. */
  count: number;
  ticked: boolean;
}

type Counts = Pick<PointNetwork, 'counts' | 'countMatching'>;

/**
 * What can be ticked of a kind: the values that the network has and the shop offers, the most frequent first, so that the order
 * stays while counts change. A ticked value that the network doesn't have is there too, to be taken back.
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

/** How many points match, of what the network itself tells. */
export function countMatching(network: Counts, rules: PointRules, allowed: AllowedPoints): number {
  return network.countMatching(toPointFilter(rules, allowed) ?? {});
}

/** The same rules with a value ticked, or no longer. */
export function toggle(rules: PointRules, kind: DimensionList, value: string): PointRules {
  const values = rules[kind];
  return {
    ...rules,
    [kind]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value],
  };
}
