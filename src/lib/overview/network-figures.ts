import { countMatchingClasses, totalFacets } from '#network/class-filter.ts';
import type { VersionParts } from '#network/read-version.ts';
import {
  formatEnglishAmount,
  nameEnglishCountry,
  nameEnglishPlacement,
  nameEnglishReason,
  nameEnglishType,
} from './format-english.ts';

/** Values that are counted together: a single one, or several with small counts. */
interface Group {
  name: string;
  /** As the platform writes them. */
  values: readonly string[];
  count: number;
}

/** One bar of a chart, one row of its table. `parts` is the count split by the chart's series; without series, only the count. */
type Bar = Group & { parts: readonly number[] };

export interface Chart {
  /** Names of the series by which the counts are split; may be empty. */
  series: readonly string[];
  /** Largest first; the last bar groups the smallest values. */
  bars: readonly Bar[];
  /** The same without grouping: one value per row. */
  rows: readonly Bar[];
  total: number;
}

/** Maximum number of bars, including the one that groups the rest. */
const MAX_COUNTRIES = 15;
const MAX_VALUES = 6;
/** Number of series that are distinguishable by colour. */
const MAX_SERIES = 3;

export type OverviewFigures = ReturnType<typeof readFigures>;

/** All data that the page draws, from the published network's counts. */
export function readFigures({ manifest, classes }: VersionParts) {
  const { countries, types, locationTypes } = totalFacets(classes);
  const reasons = new Map(Object.entries(manifest.setAside).filter(([, count]) => count > 0));
  const series = foldSmallest(groupEach(types, nameEnglishType), MAX_SERIES, other('type'));
  const divide = ({ values }: Group) =>
    series.map((type) => countMatchingClasses(classes, { countries: values, types: type.values }));
  return {
    points: manifest.count,
    countryCount: countNonEmpty(countries),
    typeCount: countNonEmpty(types),
    countries: {
      ...makeChart(groupEach(countries, nameEnglishCountry), otherCountries, MAX_COUNTRIES, divide),
      series: series.map(({ name }) => name),
    },
    types: makeChart(groupEach(types, nameEnglishType), other('type')),
    placements: makeChart(groupEach(locationTypes, nameEnglishPlacement), other('placement')),
    reasons: makeChart(groupEach(reasons, nameEnglishReason), other('reason')),
  };
}

/** Number of distinct non-empty values. */
const countNonEmpty = (totals: ReadonlyMap<string, number>) => totals.size - (totals.has('') ? 1 : 0);

/** Names the bar that groups this many values. */
type NameOthers = (count: number) => string;
const other = (what: string) => (count: number) => formatEnglishAmount(count, `other ${what}`);
const otherCountries = (count: number) => formatEnglishAmount(count, 'other country', 'other countries');

function makeChart(
  groups: readonly Group[],
  others: NameOthers,
  most = MAX_VALUES,
  divide: (group: Group) => number[] = ({ count }) => [count],
): Chart {
  const toBar = (group: Group): Bar => ({ ...group, parts: divide(group) });
  const bars = foldSmallest(groups, most, others).map(toBar);
  return { series: [], bars, rows: groups.map(toBar), total: addCounts(groups) };
}

/** One group per value, largest count first. */
const groupEach = (totals: ReadonlyMap<string, number>, name: (value: string) => string): Group[] =>
  [...totals]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([value, count]) => ({ name: name(value), values: [value], count }));

/** @param most maximum number of groups, including the last one, which collects the rest */
function foldSmallest(groups: readonly Group[], most: number, others: NameOthers): readonly Group[] {
  if (groups.length <= most) return groups;
  const rest = groups.slice(most - 1);
  const values = rest.flatMap((group) => group.values);
  return [...groups.slice(0, most - 1), { name: others(values.length), values, count: addCounts(rest) }];
}

const addCounts = (groups: readonly Group[]) => groups.reduce((sum, { count }) => sum + count, 0);
