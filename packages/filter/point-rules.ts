import {
  byDimension,
  FILTER_DIMENSIONS,
  type DimensionList,
  type DimensionSetting,
} from '#contract/filter-dimensions.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { PointFilter } from '#network/class-filter.ts';

/** The shopper's filters, as data. An empty list allows everything; with several values, any of them matches. */
export interface PointRules extends Record<DimensionList, readonly string[]>, Record<OpeningRule, boolean> {
  /** A point must have all of them. */
  capabilities: readonly string[];
}

/** The points that the shop offers. */
export type AllowedPoints = Pick<PickerConfig, DimensionSetting | 'excludeIds' | 'filter'>;

export const NO_RULES: PointRules = {
  ...byDimension('list', () => []),
  openNow: false,
  openSaturday: false,
  openSunday: false,
  openAfter18: false,
  roundTheClock: false,
  capabilities: [],
};

/** Rules that are on or off. `openAfter18`: at `EVENING_MINUTE` or later on every day from Monday to Friday. */
export const OPENING_RULES = [
  'openNow',
  'roundTheClock',
  'openSaturday',
  'openSunday',
  'openAfter18',
] as const;
export type OpeningRule = (typeof OPENING_RULES)[number];

/** 18:00, in minutes since midnight. */
export const EVENING_MINUTE = 18 * 60;

/** Number of active filters, for the badge on the button. */
export function countRules(rules: PointRules): number {
  const listed = [...FILTER_DIMENSIONS.map(({ list }) => rules[list]), rules.capabilities].flat();
  return listed.length + OPENING_RULES.filter((rule) => rules[rule]).length;
}

/**
 * Builds the filter from the dimensions that the network knows of every point, so that map and counts are exact: the values that both the
 * shopper's and the shop's lists have, and the points that the shop excludes. If the lists have nothing in common, nothing matches.
 * @returns null if neither restricts anything
 */
export function toPointFilter(rules: PointRules, allowed: AllowedPoints = {}): PointFilter | null {
  const restrictions = [
    ...FILTER_DIMENSIONS.map(
      ({ list, setting }) =>
        [list, intersect([rules[list], allowed[setting], orUnknown(allowed.filter?.[list])])] as const,
    ),
    ['excludedIds', intersect([allowed.excludeIds])] as const,
  ].filter(([, values]) => values !== null);
  return restrictions.length === 0 ? null : Object.fromEntries(restrictions);
}

/** The shop's `filter` doesn't hide points whose value is unknown. */
function orUnknown(values: readonly string[] | undefined): readonly string[] | undefined {
  return values === undefined || values.length === 0 ? undefined : [...values, ''];
}

/** Values that are in all non-empty lists; null if all lists are empty. */
function intersect(lists: readonly (readonly string[] | undefined)[]): string[] | null {
  const asking = lists.filter((list) => list !== undefined && list.length > 0) as (readonly string[])[];
  const [first, ...others] = asking;
  if (first === undefined) return null;
  return [...new Set(first)].filter((value) => others.every((list) => list.includes(value)));
}
