import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField } from './fields.ts';
import { isInSeveralColumns } from './joined-columns.ts';
import { nameHeader } from './match-columns.ts';
import type { MatchedColumns } from './unused-columns.ts';

/** Share of its columns that a table must have in common with an earlier one. */
const ALIKE = 0.75;

/**
 * Finds the columns that the user matched in the most similar earlier table: the same export with a column
 * more or less, or in another order.
 * @param remembered matched columns by header, as `nameHeader` writes it
 * @returns the field of each column; undefined: the column is new. null: no earlier table is similar
 */
export function recallColumns(
  header: readonly string[],
  remembered: Readonly<Record<string, MatchedColumns>>,
): readonly (ImportField | null | undefined)[] | null {
  const exact = remembered[nameHeader(header)];
  if (exact?.length === header.length) return exact;
  const names = header.map(foldName);
  const isNamed = names.some((name) => name !== '');
  const [best] = Object.entries(remembered)
    .map(([key, columns]) => ({ earlier: key.split('|'), columns }))
    .filter(({ earlier, columns }) => isNamed && earlier.length === columns.length)
    .map((each) => ({ ...each, share: shareOf(names, each.earlier) }))
    .filter(({ share }) => share >= ALIKE)
    .sort((a, b) => b.share - a.share);
  if (best === undefined) return null;
  return names.map((name) => {
    const at = name === '' ? -1 : best.earlier.indexOf(name);
    return at < 0 ? undefined : best.columns[at]!;
  });
}

function shareOf(names: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  const common = names.filter((name) => name !== '' && known.has(name)).length;
  return common / Math.max(names.length, others.length);
}

/**
 * Completes known columns by guesses, without giving a field to two columns.
 * @param known undefined: to be guessed
 */
export function completeColumns(
  known: readonly (ImportField | null | undefined)[],
  guessed: MatchedColumns,
): (ImportField | null)[] {
  const taken = new Set(known.filter(Boolean));
  return known.map((field, at) => {
    if (field !== undefined) return field;
    const guess = guessed[at] ?? null;
    return guess === null || (taken.has(guess) && !isInSeveralColumns(guess)) ? null : guess;
  });
}
