import { formatCount, printable } from './format.ts';
import type { ChangeLimits } from './settings.ts';

/** The figures of a network that are compared. */
export interface NetworkFigures {
  points: number;
  countries: readonly (readonly [country: string, count: number])[];
  rejected: number;
  /** Absent in versions published by releases that didn't count them. */
  fields?: Readonly<Record<string, number>> | undefined;
}

/** One figure, compared between two networks. */
export interface Change {
  /** `points`, `gone`, `country XX`, `set_aside`, `field NAME`. */
  figure: string;
  before: number;
  now: number;
  /** The value compared with the limit: the part lost or gained, or by how much a share rose or fell. */
  change: number;
  limit: number;
  exceeded: boolean;
}

/** How a network differs from an earlier one. */
export interface Comparison {
  /** The earlier version. */
  version: string;
  /** When the earlier version was read. */
  walkedAt: string;
  /** Figures that got worse by any amount, and the number of points if it changed. */
  changes: Change[];
}

/** A country that loses fewer points than this is never refused: two of five points may be closed for a holiday. */
const FEWEST_OF_A_COUNTRY = 20;

/**
 * Compares a network with an earlier one.
 * @param gone how many points of the earlier one are neither in the list nor set aside; null if they weren't counted
 */
export function compareNetworks(
  before: NetworkFigures,
  now: NetworkFigures,
  gone: number | null,
  limits: ChangeLimits,
): Change[] {
  const changes: Change[] = [];
  const add = (figure: string, was: number, is: number, change: number, limit: number, counts = true) => {
    // Tolerates rounding: 5 of 100 must not exceed a limit of 0.05.
    if (change > 0)
      changes.push({
        figure,
        before: was,
        now: is,
        change,
        limit,
        exceeded: counts && change > limit + 1e-9,
      });
  };

  const difference = now.points - before.points;
  if (difference < 0) add('points', before.points, now.points, -difference / before.points, limits.lost);
  else add('points', before.points, now.points, difference / before.points, limits.grown);
  if (gone !== null) add('gone', before.points, gone, gone / before.points, limits.lost);

  const countries = new Map(now.countries);
  for (const [country, was] of before.countries) {
    const is = countries.get(country) ?? 0;
    const isMuch = was - is >= FEWEST_OF_A_COUNTRY;
    add(`country ${country || '(none)'}`, was, is, (was - is) / was, limits.country, isMuch);
  }

  const share = ({ rejected, points }: NetworkFigures) => rejected / (rejected + points);
  add('set_aside', before.rejected, now.rejected, share(now) - share(before), limits.rejected);
  for (const [field, is] of Object.entries(now.fields ?? {})) {
    const was = before.fields?.[field];
    if (was !== undefined)
      add(`field ${field}`, was, is, was / before.points - is / now.points, limits.field);
  }
  return changes;
}

/** Lines of text: the earlier version, and each figure that got worse. */
export function describeComparison({ version, walkedAt, changes }: Comparison): string[] {
  const when = walkedAt.replace('T', ' at ').slice(0, 19);
  return [
    `Compared with ${version}, read on ${when} UTC`,
    ...(changes.length === 0
      ? ['  Nothing got worse.']
      : changes.map((change) => `  ${describeChange(change)}`)),
  ];
}

export function describeChange({ figure, before, now, change, limit, exceeded }: Change): string {
  const [kind, name = ''] = figure.split(/ (.*)/s);
  const percent = formatPercent(change);
  const counts = `${formatCount(before)} → ${formatCount(now)}`;
  const what = {
    points: `points in all: ${counts} (${now < before ? '−' : '+'}${percent})`,
    gone: `${formatCount(now)} of ${formatCount(before)} points are gone (${percent})`,
    country: `points in ${printable(name)}: ${counts} (−${percent})`,
    set_aside: `items set aside: ${counts} (their share rose by ${percent})`,
    field: `points with ${name}: ${counts} (their share fell by ${percent})`,
  }[kind!];
  return exceeded ? `${what}: more than ${formatPercent(limit)}` : what!;
}

function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}
