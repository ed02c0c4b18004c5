/** A summary of several rounds of one measurement. */
export interface Spread {
  median: number;
  least: number;
  most: number;
  rounds: number;
}

/** @throws RangeError without values */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) throw new RangeError('No values, no median.');
  return { median: quantile(sorted, 0.5), least, most, rounds: sorted.length };
}

/** Computes the median of each figure. @throws RangeError without rows */
export const mediansOf = <Figure extends string>(
  rows: readonly Readonly<Record<Figure, number>>[],
  figures: readonly Figure[],
) =>
  Object.fromEntries(
    figures.map((figure) => [figure, spreadOf(rows.map((row) => row[figure])).median]),
  ) as Record<Figure, number>;

/** @param share 0 to 1; interpolates linearly between values */
export function percentile(values: readonly number[], share: number): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    share,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError('No values, no percentile.');
  return below + (above - below) * (place - Math.floor(place));
}
