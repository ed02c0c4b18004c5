/** The outcome of one target. */
export interface Verdict {
  holds: boolean;
  /** The target, in words. */
  target: string;
  /** The measured value. */
  measured: string;
  /** The lower bound of the figure, shown if the target is missed: it tells the reader what would have to change. */
  limit: string;
}

/** One line per verdict, with the limit after those that don't hold. */
export function describeVerdict({ holds, target, measured, limit }: Verdict): string {
  return `${holds ? '✓' : '✗'} ${target}: ${measured}${holds ? '' : `\n    limit: ${limit}`}`;
}
