import {
  byDimension,
  FILTER_DIMENSIONS,
  type DimensionList,
  type DimensionSetting,
} from '../contract/filter-dimensions.ts';
import type { PickerConfig } from '../contract/picker-config.ts';
import type { PointFilter } from '../network/class-filter.ts';

/** What the shopper asks of a point, as data. An empty list asks nothing; of several values any one will do. */
export interface PointRules extends Record<DimensionList, readonly string[]> {
  openNow: boolean;
  openSaturday: boolean;
  openSunday: boolean;
  /** At 18:00 or later on every day from Monday to Friday. */
  openAfter18: boolean;
  roundTheClock: boolean;
  /** All of them must be there. */
  capabilities: readonly string[];
}

/** What the shop offers at all. */
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

/** Rules that are on or off. */
export const OPENING_RULES = [
  'openNow',
  'roundTheClock',
  'openSaturday',
  'openSunday',
  'openAfter18',
] as const satisfies readonly (keyof PointRules)[];
export type OpeningRule = (typeof OPENING_RULES)[number];

/** How many things the shopper asks: what a badge on the button shows. */
export function countRules(rules: PointRules): number {
  const listed = [...FILTER_DIMENSIONS.map(({ list }) => rules[list]), rules.capabilities].flat();
  return listed.length + OPENING_RULES.filter((rule) => rules[rule]).length;
}

/**
 * What the network itself tells of every point, so that map and counts are exact: the values of each dimension that both the
 * shopper asks for and the shop offers, and what the shop leaves out. Where they share nothing, nothing matches.
 * @returns null where neither asks anything
 */
export function toPointFilter(rules: PointRules, allowed: AllowedPoints = {}): PointFilter | null {
  const wanted = [
    ...FILTER_DIMENSIONS.map(
      ({ list, setting }) =>
        [list, intersect([rules[list], allowed[setting], orUnknown(allowed.filter?.[list])])] as const,
    ),
    ['excludedIds', intersect([allowed.excludeIds])] as const,
  ].filter(([, values]) => values !== null);
  return wanted.length === 0 ? null : Object.fromEntries(wanted);
}

/** A shop's rules beyond its lists don't hide a point for what the platform doesn't tell of it. */
function orUnknown(values: readonly string[] | undefined): readonly string[] | undefined {
  return values === undefined || values.length === 0 ? undefined : [...values, ''];
}

/** Values that are in all the lists that ask something; null when none does. */
function intersect(lists: readonly (readonly string[] | undefined)[]): string[] | null {
  const asking = lists.filter((list) => list !== undefined && list.length > 0) as (readonly string[])[];
  const [first, ...others] = asking;
  if (first === undefined) return null;
  return [...new Set(first)].filter((value) => others.every((list) => list.includes(value)));
}
