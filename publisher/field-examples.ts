import { isPoint } from '#platform/point.ts';
import { matchIds } from './compare-points.ts';
import { GIVEN_BITS, quoteField, readGiven } from './given-fields.ts';
import { MAX_EXAMPLES } from './misplaced.ts';
import type { PublishedPoints } from './published-points.ts';
import type { SortedPoints } from './sort-points.ts';

/** Published items that are looked at: each may be in another file. */
const MAX_LOOKED_AT = 200;
const MAX_LETTERS = 60;

/**
 * Points that lost a field: their items as published and as they are now.
 * @param readNow reads a point's item in the new list
 */
export function findFieldExamples(
  name: string,
  before: PublishedPoints,
  sorted: SortedPoints,
  readNow: (row: number) => unknown,
): string[] {
  const bit = GIVEN_BITS.get(name) ?? 0;
  const examples: string[] = [];
  let lookedAt = 0;
  for (const { id, was, is } of matchIds(before, sorted)) {
    if (was === null || is === null) continue;
    const row = sorted.rows[is]!;
    if (bit === 0 || (sorted.points.given[row]! & bit) !== 0) continue;
    if (++lookedAt > MAX_LOOKED_AT || examples.length === MAX_EXAMPLES) break;
    const item = before.readItem(was);
    if (!isPoint(item) || (readGiven(item) & bit) === 0) continue;
    examples.push(`${id} ${quote(item, name)} → ${quote(readNow(row), name)}`);
  }
  return examples;
}

function quote(item: unknown, name: string): string {
  const text = quoteField(item, name);
  return text.length <= MAX_LETTERS ? text : `${text.slice(0, MAX_LETTERS)} …`;
}
