/**
 * Finds the point that divides a sorted list in two parts, by binary search.
 * @param isBefore whether the item at a position belongs to the first part
 * @param start all items before this position belong to the first part
 * @returns the number of items in the first part
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
