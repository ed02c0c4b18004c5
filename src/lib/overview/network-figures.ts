import type { Snapshot } from '../network/snapshot.ts';
import { groupLargest, nameGroup, type Group } from './group-values.ts';
import { nameCountry, namePlacement, nameReason, nameType } from './name-values.ts';
import { words } from './words.ts';

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

export interface NetworkFigures {
  points: number;
  /** Different values, those that are not given left out. */
  countryCount: number;
  typeCount: number;
  setAside: number;
  countries: Chart;
  types: Chart;
  placements: Chart;
  reasons: Chart;
}

/** Bars that a chart may have before the rest is folded. */
const MAX_COUNTRIES = 15;
const MAX_VALUES = 6;
/** Series that can be told apart by colour. */
const MAX_SERIES = 3;

/** Everything the page draws, from the published network's own counts. */
export function readFigures(
  snapshot: Pick<Snapshot, 'count' | 'setAside' | 'counts' | 'countMatching'>,
): NetworkFigures {
  const { countries, types, locationTypes } = snapshot.counts();
  const reasons = new Map(Object.entries(snapshot.setAside).filter(([, count]) => count > 0));
  const series = groupLargest(types, MAX_SERIES);
  const divide = ({ values }: Group) =>
    series.map((type) => snapshot.countMatching({ countries: values, types: type.values }));
  const { charts } = words;
  return {
    points: snapshot.count,
    countryCount: countGiven(countries),
    typeCount: countGiven(types),
    setAside: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    countries: {
      ...makeChart(countries, MAX_COUNTRIES, nameCountry, charts.otherCountries, divide),
      series: series.map((type) => nameGroup(type, nameType, charts.otherTypes)),
    },
    types: makeChart(types, MAX_VALUES, nameType, charts.otherTypes),
    placements: makeChart(locationTypes, MAX_VALUES, namePlacement, charts.otherPlacements),
    reasons: makeChart(reasons, MAX_VALUES, nameReason, charts.otherReasons),
  };
}

function makeChart(
  totals: ReadonlyMap<string, number>,
  most: number,
  name: (value: string) => string,
  others: (count: number) => string,
  divide: (group: Group) => number[] = ({ count }) => [count],
): Chart {
  const toBar = (group: Group): Bar => ({
    name: nameGroup(group, name, others),
    value: group.values.length === 1 ? (group.values[0] ?? null) : null,
    count: group.count,
    parts: divide(group),
  });
  const rows = groupLargest(totals);
  return {
    series: [],
    bars: groupLargest(totals, most).map(toBar),
    rows: rows.map(toBar),
    total: rows.reduce((sum, { count }) => sum + count, 0),
  };
}

function countGiven(totals: ReadonlyMap<string, number>): number {
  return [...totals.keys()].filter((value) => value !== '').length;
}
