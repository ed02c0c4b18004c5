import { isPoint } from '#platform/point.ts';
import { matchIds } from './compare-networks.ts';
import { FIELD_BITS, quoteField, readFieldBits } from './counted-fields.ts';
import { MAX_EXAMPLES } from './misplaced.ts';
import type { PublishedPoints } from './published-points.ts';
import type { SortedPoints } from './sort-points.ts';

/** How many published items are read at most: each may be in a different file. */
const MAX_READ = 200;
const MAX_LETTERS = 60;

/**
 * Finds points that lost a field, each with that field as published and as it is now.
 * @param readNow reads a point's item in the new list
 */
export function findFieldExamples(
  name: string,
  before: PublishedPoints,
  sorted: SortedPoints,
  readNow: (row: number) => unknown,
): string[] {
  const bit = FIELD_BITS.get(name) ?? 0;
  const examples: string[] = [];
  let itemsRead = 0;
  for (const { id, was, is } of matchIds(before, sorted)) {
    if (was === null || is === null) continue;
    const row = sorted.rows[is]!;
    if (bit === 0 || (sorted.points.fieldBits[row]! & bit) !== 0) continue;
    if (++itemsRead > MAX_READ || examples.length === MAX_EXAMPLES) break;
    const item = before.readItem(was);
    if (!isPoint(item) || (readFieldBits(item) & bit) === 0) continue;
    examples.push(`${id} ${quote(item, name)} → ${quote(readNow(row), name)}`);
  }
  return examples;
}

function quote(item: unknown, name: string): string {
  const text = quoteField(item, name);
  return text.length <= MAX_LETTERS ? text : `${text.slice(0, MAX_LETTERS)} …`;
}
