/**
 * Heights of the rows that aren't rendered: before each rendered row, and after the last one.
 * @param drawn indexes of the rendered rows
 * @param offsets start of each row in pixels, then the end of the last one
 */
export const listGaps = (drawn: readonly number[], offsets: readonly number[]): number[] =>
  [...drawn, offsets.length - 1].map((row, place) => offsets[row]! - offsets[(drawn[place - 1] ?? -1) + 1]!);
