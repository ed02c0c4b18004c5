/** Ids of points as networks write them: the country, and what the carrier calls it ("PL_BIA06M"). */
const ID = /(?<![\p{L}\p{N}_-])[A-Z]{2}_[A-Z\d]{3,24}(?![\p{L}\p{N}_-])/giu;

/** The ids in a cell: the whole of it, or within a note ("pickup_point: PL_BIA06M"). Each once. */
export const listPointIds = (cell: string): string[] =>
  cell.includes('_') ? [...new Set(cell.match(ID))] : [];

/**
 * The point that a cell names.
 * @param isNote whether its column isn't for points alone: what has no id then names none
 */
export function readPointId(cell: string, isNote: boolean): string {
  const ids = listPointIds(cell);
  if (ids.length === 1) return ids[0]!;
  return isNote && ids.length === 0 ? '' : cell;
}
