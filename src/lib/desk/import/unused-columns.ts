import type { ImportField } from './fields.ts';

/** The field of each column of a table, in their order; null: the column isn't used. */
export type MatchedColumns = readonly (ImportField | null)[];

/** Remembers what is found in a header for matched columns, which are replaced when they change. */
export function rememberByColumns<Found>(
  find: (header: readonly string[], columns: MatchedColumns) => Found,
): (header: readonly string[], columns: MatchedColumns) => Found {
  const found = new WeakMap<MatchedColumns, Found>();
  return (header, columns) => {
    let known = found.get(columns);
    if (known === undefined) {
      known = find(header, columns);
      found.set(columns, known);
    }
    return known;
  };
}

/**
 * Finds the fields that unused columns would have by another way to guess.
 * @param fields those to find
 */
export const findUnusedColumns = (
  guess: (name: string) => ImportField | null,
  fields: readonly ImportField[],
): ((header: readonly string[], columns: MatchedColumns) => MatchedColumns) =>
  rememberByColumns((header, columns) =>
    header.map((name, at) => {
      const field = columns[at] === null ? guess(name) : null;
      return field !== null && fields.includes(field) ? field : null;
    }),
  );

/**
 * Lists the columns in which a way of delivery or payment may stand. One of delivery may have a point's id:
 * "Paczkomat PL_BIA06M, pobranie".
 */
export const listMethodColumns = (
  header: readonly string[],
  columns: MatchedColumns,
): { name: string; at: number }[] =>
  header.flatMap((name, at) => (columns[at] === null || columns[at] === 'pointId' ? [{ name, at }] : []));
