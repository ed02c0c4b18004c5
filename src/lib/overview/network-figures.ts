import type { Snapshot } from '../network/point-network.ts';
import { formatAmount } from './format-english.ts';
import { nameCountry, namePlacement, nameReason, nameType } from './name-values.ts';

/** One bar of a chart and one row of its table. */
export interface Bar {
  name: string;
  /** As the platform has it, where it is one value. */
  value: string | null;
  count: number;
  /** `count` divided among the chart's series; itself alone where there are none. */
  parts: readonly number[];
}

export interface Chart {
  /** What the counts are divided by; empty where they aren't. */
  series: readonly string[];
  /** Largest first, what is small folded into the last. */
  bars: readonly Bar[];
  /** The same with nothing folded. */
  rows: readonly Bar[];
  total: number;
}

/** Bars that a chart may have before the rest is folded. */
const MAX_COUNTRIES = 15;
const MAX_VALUES = 6;
/** Series that can be told apart by colour. */
const MAX_SERIES = 3;

export type NetworkFigures = ReturnType<typeof readFigures>;

/** Everything the page draws, from the published network's own counts. */
export function readFigures(snapshot: Snapshot) {
  const { countries, types, locationTypes } = snapshot.counts();
  const reasons = new Map(Object.entries(snapshot.setAside).filter(([, count]) => count > 0));
  const series = groupLargest(types, MAX_SERIES);
  const divide = ({ values }: Group) =>
    series.map((type) => snapshot.countMatching({ countries: values, types: type.values }));
  return {
    points: snapshot.count,
    // Different values, those that are not given left out.
    countryCount: countGiven(countries),
    typeCount: countGiven(types),
    setAside: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    countries: {
      ...makeChart(countries, MAX_COUNTRIES, nameCountry, otherCountries, divide),
      series: series.map((type) => nameGroup(type, nameType, other('type'))),
    },
    types: makeChart(types, MAX_VALUES, nameType, other('type')),
    placements: makeChart(locationTypes, MAX_VALUES, namePlacement, other('placement')),
    reasons: makeChart(reasons, MAX_VALUES, nameReason, other('reason')),
  };
}

const other = (what: string) => (count: number) => formatAmount(count, `other ${what}`);
const otherCountries = (count: number) => formatAmount(count, 'other country', 'other countries');

/** @param others names a number of values that are folded */
function makeChart(
  totals: ReadonlyMap<string, number>,
  most: number,
  name: (value: string) => string,
  others: (count: number) => string,
  divide: (group: Group) => number[] = ({ count }) => [count],
): Chart {
  const toBar = (group: Group): Bar => ({
    name: nameGroup(group, name, others),
    value: group.values.length === 1 ? group.values[0]! : null,
    count: group.count,
    parts: divide(group),
  });
  const rows = groupLargest(totals);
  return {
    series: [],
    bars: groupLargest(totals, most).map(toBar),
    rows: rows.map(toBar),
    total: sumUp(rows),
  };
}

/** Values that are counted together: one, or those that are too few to stand alone. */
interface Group {
  values: readonly string[];
  count: number;
}

/**
 * The values with the largest counts, largest first, and the rest folded into one group at the end.
 * @param most groups there may be, the folded one included
 */
function groupLargest(totals: ReadonlyMap<string, number>, most = Infinity): Group[] {
  const groups = [...totals]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([value, count]) => ({ values: [value], count }));
  if (groups.length <= most) return groups;
  const rest = groups.splice(most - 1);
  return [...groups, { values: rest.flatMap(({ values }) => values), count: sumUp(rest) }];
}

const sumUp = (groups: readonly Group[]) => groups.reduce((sum, { count }) => sum + count, 0);

function nameGroup(
  { values }: Group,
  name: (value: string) => string,
  others: (count: number) => string,
): string {
  return values.length === 1 ? name(values[0]!) : others(values.length);
}

function countGiven(totals: ReadonlyMap<string, number>): number {
  return [...totals.keys()].filter((value) => value !== '').length;
}
