/** Ids of points: the country and the carrier's own id ("PL_BIA06M"). */
const ID = /(?<![\p{L}\p{N}_-])[A-Z]{2}_[A-Z\d]{3,24}(?![\p{L}\p{N}_-])/giu;

/** Lists the distinct ids in a cell, which may be part of a note ("pickup_point: PL_BIA06M"). */
export const listPointIds = (cell: string): string[] =>
  cell.includes('_') ? [...new Set(cell.match(ID))] : [];

/**
 * Reads the id of the point in a cell.
 * @param isNote whether the column also has other texts, so that a cell without an id has no point
 */
export function readPointId(cell: string, isNote: boolean): string {
  const ids = listPointIds(cell);
  if (ids.length === 1) return ids[0]!;
  return isNote && ids.length === 0 ? '' : cell;
}
