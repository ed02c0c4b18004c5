/**
 * Finds where a sorted list is divided in two, by binary search.
 * @param isBefore whether the item at a position belongs to the first part
 * @returns the number of items of the first part
 */
export function partitionPoint(length: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
