/**
 * The order in which pages 2 to `totalPages` are read.
 * `list` goes front to back. `spread` strides by the golden ratio, so that any first part of the walk is spread evenly over
 * the list: the platform lists country by country, and a map that fills from one corner looks broken for a minute.
 */
export function orderPages(totalPages: number, order: 'list' | 'spread'): number[] {
  const pages = Array.from({ length: Math.max(0, totalPages - 1) }, (_, index) => index + 2);
  if (order === 'list' || pages.length < 3) return pages;
  let stride = Math.max(1, Math.round(pages.length * 0.618));
  while (greatestCommonDivisor(stride, pages.length) !== 1) stride++;
  return pages.map((_, index) => pages[((index + 1) * stride) % pages.length] as number);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
