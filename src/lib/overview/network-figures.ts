import type { Snapshot } from '../network/point-network.ts';
import { formatAmount, nameCountry, namePlacement, nameReason, nameType } from './format-english.ts';

/** Values that are counted together: one, or those that are too few to stand alone. */
interface Group {
  name: string;
  /** As the platform has them. */
  values: readonly string[];
  count: number;
}

/** One bar of a chart, one row of its table. `parts` is the count divided among the chart's series; itself alone where there are none. */
type Bar = Group & { parts: readonly number[] };

export interface Chart {
  /** What the counts are divided by; empty where they aren't. */
  series: readonly string[];
  /** Largest first, what is small folded into the last. */
  bars: readonly Bar[];
  /** The same with nothing folded: of one value each. */
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
  const reasons = new Map(Object.entries(snapshot.rejected).filter(([, count]) => count > 0));
  const series = foldSmallest(groupEach(types, nameType), MAX_SERIES, other('type'));
  const divide = ({ values }: Group) =>
    series.map((type) => snapshot.countMatching({ countries: values, types: type.values }));
  return {
    points: snapshot.count,
    countryCount: countGiven(countries),
    typeCount: countGiven(types),
    countries: {
      ...makeChart(groupEach(countries, nameCountry), otherCountries, MAX_COUNTRIES, divide),
      series: series.map(({ name }) => name),
    },
    types: makeChart(groupEach(types, nameType), other('type')),
    placements: makeChart(groupEach(locationTypes, namePlacement), other('placement')),
    reasons: makeChart(groupEach(reasons, nameReason), other('reason')),
  };
}

/** Different values, those that are not given left out. */
const countGiven = (totals: ReadonlyMap<string, number>) => totals.size - (totals.has('') ? 1 : 0);

/** Names a number of values that are folded. */
type NameOthers = (count: number) => string;
const other = (what: string) => (count: number) => formatAmount(count, `other ${what}`);
const otherCountries = (count: number) => formatAmount(count, 'other country', 'other countries');

function makeChart(
  groups: readonly Group[],
  others: NameOthers,
  most = MAX_VALUES,
  divide: (group: Group) => number[] = ({ count }) => [count],
): Chart {
  const toBar = (group: Group): Bar => ({ ...group, parts: divide(group) });
  const bars = foldSmallest(groups, most, others).map(toBar);
  return { series: [], bars, rows: groups.map(toBar), total: sumUp(groups) };
}

/** Each value by itself, the largest counts first. */
const groupEach = (totals: ReadonlyMap<string, number>, name: (value: string) => string): Group[] =>
  [...totals]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([value, count]) => ({ name: name(value), values: [value], count }));

/** @param most groups there may be, the last one included, into which the rest is folded */
function foldSmallest(groups: readonly Group[], most: number, others: NameOthers): readonly Group[] {
  if (groups.length <= most) return groups;
  const rest = groups.slice(most - 1);
  const values = rest.flatMap((group) => group.values);
  return [...groups.slice(0, most - 1), { name: others(values.length), values, count: sumUp(rest) }];
}

const sumUp = (groups: readonly Group[]) => groups.reduce((sum, { count }) => sum + count, 0);
