/**
 * Finds where a sorted list is divided in two, by binary search.
 * @param isBefore whether the item at a position belongs to the first part
 * @param start position before which all items do
 * @returns the number of items of the first part
 */
export function partitionPoint(length: number, isBefore: (at: number) => boolean, start = 0): number {
  let low = start;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
