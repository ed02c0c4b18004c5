import { distanceMetres, type Position } from '#network/distance.ts';
import {
  byDimension,
  FILTER_DIMENSIONS,
  type DimensionField,
} from '../src/lib/contract/filter-dimensions.ts';
import { latitudeAt, longitudeAt } from '#network/snapshot-format/mercator.ts';
import { keyX, keyY } from '#network/snapshot-format/morton.ts';
import { formatThousands } from './format.ts';
import { MAX_EXAMPLES } from './misplaced.ts';
import type { PublishedPoints } from './published-points.ts';
import type { SortedPoints } from './sort-points.ts';

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
