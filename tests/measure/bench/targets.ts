/** The outcome of one target. */
export interface Verdict {
  holds: boolean;
  /** The target, in words. */
  target: string;
  /** The measured value. */
  measured: string;
  /** The lower bound of the figure, shown if the target is missed: it tells the reader what would have to change. */
  limit: string;
  /** It is about time, which other programs on the machine make longer. */
  timed?: boolean;
  /** It is about what is right, not how fast: if it is missed, the run ends with exit code 1. */
  isFault?: boolean;
}

/**
 * One line per verdict, with the limit after those that don't hold.
 * @param busy why the machine was too busy to judge times that missed their target; null: it wasn't
 */
export function describeVerdict({ holds, target, measured, limit, timed }: Verdict, busy: string | null) {
  if (holds) return `✓ ${target}: ${measured}`;
  if (timed && busy !== null) return `? ${target}: ${measured}\n    not judged: machine busy, ${busy}`;
  return `✗ ${target}: ${measured}\n    limit: ${limit}`;
}
