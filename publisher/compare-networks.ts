import { formatThousands, printable } from './format.ts';
import { byDimension, type DimensionField, FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { MAX_EXAMPLES, type Misplaced } from './misplaced.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import { latitudeAt, longitudeAt } from '#network/snapshot-format/mercator.ts';
import { keyX, keyY } from '#network/snapshot-format/morton.ts';
import type { PublishedPoints } from './published-points.ts';
import type { SortedPoints } from './sort-points.ts';

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
  /**
   * `points`, `gone`, `country XX`, `moved`, `moved XX`, `changed FIELD`, `set_aside`, `field NAME`; for a single list also
   * `exchanged XX` and `outside XX`, where `before` is the number of points.
   */
  figure: string;
  before: number;
  now: number;
  /** The value compared with the limit: the share lost or gained, or by how much a share rose or fell. */
  change: number;
  limit: number;
  exceeded: boolean;
  /** If the limit is exceeded, a few of the points, as text. */
  examples?: readonly string[];
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

/** How far a network may differ from an earlier one. */
const CHANGE_LIMITS = {
  /** The share of points that may be gone, and by which their number may decrease; ids set aside aren't gone. */
  lost: 0.05,
  /** The share by which the number of points may increase. */
  grown: 0.5,
  /** The share by which a country's points may decrease. */
  country: 0.2,
  /** By how much the share of items that are set aside may rise: 0.02 is from 1 % to 3 %. */
  rejected: 0.02,
  /** By how much the share of points that have a field may fall. */
  field: 0.05,
  /** The share of points, in all and of a country, that may be over 1 km from where they were. */
  moved: 0.05,
  /** The share of points whose country, type or placement may be another than before. */
  kind: 0.05,
};

/** The share of a country's points that may lie outside it, and that may have latitude and longitude exchanged. */
const MAX_OUTSIDE_SHARE = 0.1;

/** A country's figure counts only from this many points on: two of five points may be closed for a holiday. */
const FEWEST_OF_A_COUNTRY = 20;

/** Collects changes for the worse. @param examplesOf finds examples for figures that come without any */
function collectChanges(examplesOf: (figure: string) => readonly string[] = () => []) {
  const changes: Change[] = [];
  const add = (
    figure: string,
    before: number,
    now: number,
    change: number,
    limit: number,
    known?: readonly string[],
    counts = true,
  ) => {
    if (!(change > 0)) return;
    // Tolerate rounding: 5 of 100 must not exceed a limit of 0.05.
    const exceeded = counts && change > limit + 1e-9;
    const examples = exceeded ? (known ?? examplesOf(figure)).slice(0, MAX_EXAMPLES) : [];
    changes.push({ figure, before, now, change, limit, exceeded, ...(examples.length > 0 && { examples }) });
  };
  return { changes, add };
}

/**
 * Compares a network with an earlier one.
 * @param points how its points differ from those with the same id; null if they weren't compared
 * @param examplesOf finds examples for figures for which `points` has none
 */
export function compareNetworks(
  before: NetworkFigures,
  now: NetworkFigures,
  points: PointChanges | null,
  examplesOf?: (figure: string) => readonly string[],
): Change[] {
  const { changes, add } = collectChanges(examplesOf);

  const grown = (now.points - before.points) / before.points;
  if (grown < 0) add('points', before.points, now.points, -grown, CHANGE_LIMITS.lost, points?.gone.examples);
  else add('grown', before.points, now.points, grown, CHANGE_LIMITS.grown, points?.added.examples);
  if (points !== null) {
    const { gone, retained, moved, movedIn, retainedIn, others } = points;
    add('gone', before.points, gone.count, gone.count / before.points, CHANGE_LIMITS.lost, gone.examples);
    add('moved', retained, moved.count, moved.count / retained, CHANGE_LIMITS.moved, moved.examples);
    for (const [country, { count, examples }] of movedIn) {
      const all = retainedIn.get(country)!;
      const isSubstantial = count >= FEWEST_OF_A_COUNTRY;
      add(`moved ${nameOf(country)}`, all, count, count / all, CHANGE_LIMITS.moved, examples, isSubstantial);
    }
    for (const { field } of FILTER_DIMENSIONS) {
      const { count, examples } = others[field];
      add(`changed ${field}`, retained, count, count / retained, CHANGE_LIMITS.kind, examples);
    }
  }

  const countries = new Map(now.countries);
  for (const [country, was] of before.countries) {
    const is = countries.get(country) ?? 0;
    const isSubstantial = was - is >= FEWEST_OF_A_COUNTRY;
    const examples = points?.lostFrom.get(country)?.examples;
    add(
      `country ${nameOf(country)}`,
      was,
      is,
      (was - is) / was,
      CHANGE_LIMITS.country,
      examples,
      isSubstantial,
    );
  }

  const share = ({ rejected, points: placed }: NetworkFigures) => rejected / (rejected + placed);
  add('set_aside', before.rejected, now.rejected, share(now) - share(before), CHANGE_LIMITS.rejected);
  const emptied: Readonly<Record<string, Tally>> = points?.emptied ?? {};
  for (const [field, is] of Object.entries(now.fields ?? {})) {
    const was = before.fields?.[field];
    if (was === undefined) continue;
    const fell = was / before.points - is / now.points;
    add(`field ${field}`, was, is, fell, CHANGE_LIMITS.field, emptied[field]?.examples);
  }
  return changes;
}

const nameOf = (country: string) => country || '(none)';

/** Judges where points lie, by their countries' boundaries alone. */
export function judgePlaces(misplaced: readonly Misplaced[]): Change[] {
  const { changes, add } = collectChanges();
  for (const { country, points, examples, ...counts } of misplaced) {
    for (const kind of ['exchanged', 'outside'] as const) {
      const count = counts[kind];
      const isSubstantial = count >= FEWEST_OF_A_COUNTRY;
      const share = count / points;
      add(`${kind} ${country}`, points, count, share, MAX_OUTSIDE_SHARE, examples[kind], isSubstantial);
    }
  }
  return changes;
}

/** Describes a comparison in lines of text: the earlier version, and each figure that got worse. */
export function describeComparison({ version, walkedAt, changes }: Comparison): string[] {
  const when = walkedAt.replace('T', ' at ').slice(0, 19);
  return [
    `Compared with ${version}, read on ${when} UTC`,
    ...(changes.length === 0 ? ['  Nothing got worse.'] : changes.flatMap(describeChange)),
  ];
}

/** Describes a change: one line for the figure, and one for each example. */
export function describeChange(change: Change): string[] {
  const { limit, exceeded, examples = [] } = change;
  const sentence = describeFigure(change);
  return [
    `  ${exceeded ? `${sentence}: more than ${formatPercent(limit)}` : sentence}`,
    ...examples.map((example) => `      ${printable(example)}`),
  ];
}

function describeFigure({ figure, before, now, change }: Change): string {
  const [kind, name = ''] = figure.split(/ (.*)/s);
  const percent = formatPercent(change);
  const counts = `${formatThousands(before)} → ${formatThousands(now)}`;
  const part = `${formatThousands(now)} of ${formatThousands(before)} points`;
  const where = printable(name);
  return {
    points: `points in all: ${counts} (−${percent})`,
    grown: `points in all: ${counts} (+${percent})`,
    gone: `${part} are gone (${percent})`,
    country: `points in ${where}: ${counts} (−${percent})`,
    moved: `${part}${where && ` in ${where}`} are over 1 km from where they were (${percent})`,
    changed: `${part} have a different ${where} (${percent})`,
    set_aside: `items set aside: ${counts} (their share rose by ${percent})`,
    field: `points with ${where}: ${counts} (their share fell by ${percent})`,
    exchanged: `latitude and longitude are exchanged in ${part} of ${where} (${percent})`,
    outside: `${part} of ${where} lie outside it (${percent})`,
  }[kind!]!;
}

function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}

/** A point that moved farther than this counts as moved; a shop that moved to the next street doesn't. */
const MOVED_METRES = 1000;

/** A number of points, and a few of them as text. */
export interface Tally {
  count: number;
  examples: string[];
}

/** How the points of a network differ from the published ones of the same id. */
export type PointChanges = ReturnType<typeof comparePoints>;

function count(tally: Tally, example: () => string): void {
  tally.count++;
  if (tally.examples.length < MAX_EXAMPLES) tally.examples.push(example());
}

const startTally = (): Tally => ({ count: 0, examples: [] });

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  let tally = tallies.get(key);
  if (tally === undefined) tallies.set(key, (tally = startTally()));
  return tally;
}

/** Compares point by point. @param rejected ids that were set aside; they don't count as gone */
export function comparePoints(
  before: PublishedPoints,
  sorted: SortedPoints,
  rejected: ReadonlySet<string | null>,
) {
  const { points, rows } = sorted;
  const valuesOf = (ordinal: number) => points.classLabels[points.classes[rows[ordinal]!]!]!;
  const changes = {
    /** Points with an id that is published. */
    retained: 0,
    gone: startTally(),
    /** Points with an id that isn't published. */
    added: startTally(),
    moved: startTally(),
    /** By published country: points that are kept, those of them that moved, and those no longer listed in that country. */
    retainedIn: new Map<string, number>(),
    movedIn: new Map<string, Tally>(),
    lostFrom: new Map<string, Tally>(),
    /** Points whose value changed to another one, and points that lost their value. */
    others: byDimension('field', startTally),
    emptied: byDimension('field', startTally),
  };
  for (const { id, was, is } of matchIds(before, sorted)) {
    if (was === null) {
      count(changes.added, () => id);
      continue;
    }
    const old = before.classes[before.facets[was]!]!;
    if (is === null) {
      const isGone = !rejected.has(id);
      if (isGone) count(changes.gone, () => id);
      count(tallyOf(changes.lostFrom, old.country), () => `${id} is ${isGone ? 'gone' : 'set aside'}`);
      continue;
    }
    changes.retained++;
    changes.retainedIn.set(old.country, (changes.retainedIn.get(old.country) ?? 0) + 1);
    const values = valuesOf(is);
    if (values.country !== old.country)
      count(tallyOf(changes.lostFrom, old.country), () => `${id} ${showChange('country', old, values)}`);
    for (const { field } of FILTER_DIMENSIONS) {
      if (old[field] === '' || old[field] === values[field]) continue;
      const tally = (values[field] === '' ? changes.emptied : changes.others)[field];
      count(tally, () => `${id} ${showChange(field, old, values)}`);
    }
    if (before.keys[was] === sorted.keys[is]) continue;
    const [from, to] = [positionOf(before.keys[was]!), positionOf(sorted.keys[is]!)];
    const metres = distanceMetres(from, to);
    if (metres <= MOVED_METRES) continue;
    const example = () =>
      `${id} ${showPosition(from)} → ${showPosition(to)} (${formatThousands(Math.round(metres / 1000))} km)`;
    count(changes.moved, example);
    count(tallyOf(changes.movedIn, old.country), example);
  }
  return changes;
}

/** Merges the published ids and those of a network, both sorted by code unit; a missing ordinal is null. */
export function* matchIds(
  before: PublishedPoints,
  { points, rows, ordinalsById }: SortedPoints,
): Generator<{ id: string; was: number | null; is: number | null }> {
  let at = 0;
  const idAt = (position: number) => points.ids[rows[ordinalsById[position]!]!]!;
  for (const [id, was] of before.listIds()) {
    for (; at < ordinalsById.length && idAt(at) < id; at++)
      yield { id: idAt(at), was: null, is: ordinalsById[at]! };
    const isRetained = at < ordinalsById.length && idAt(at) === id;
    yield { id, was, is: isRetained ? ordinalsById[at++]! : null };
  }
  for (; at < ordinalsById.length; at++) yield { id: idAt(at), was: null, is: ordinalsById[at]! };
}

type Values = Readonly<Record<DimensionField, string>>;

function showChange(field: DimensionField, before: Values, now: Values): string {
  return `"${before[field]}" → ${now[field] === '' ? 'none' : `"${now[field]}"`}`;
}

function positionOf(key: number): Position {
  return { latitude: latitudeAt(keyY(key)), longitude: longitudeAt(keyX(key)) };
}

function showPosition({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}
