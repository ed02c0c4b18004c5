/** One thing that is to hold. */
export interface Verdict {
  holds: boolean;
  /** What is to hold, in words. */
  target: string;
  /** What was measured. */
  measured: string;
  /** What bounds the figure, where it doesn't hold: the reader can tell what would have to change. */
  limit: string;
}

/** A verdict a line, with the limit behind those that don't hold. */
export function describeVerdict({ holds, target, measured, limit }: Verdict): string {
  return `${holds ? '✓' : '✗'} ${target}: ${measured}${holds ? '' : `\n    limit: ${limit}`}`;
}
