/** The outcome of one target. */
export interface Verdict {
  holds: boolean;
  /** The target, in words. */
  target: string;
  /** The measured value. */
  measured: string;
  /** The lower bound of the figure. It is shown if the target is missed, to tell the reader what would have to change. */
  limit: string;
  /** Whether it measures time, which other programs on the machine can make longer. */
  timed?: boolean;
}

/** Whether a target was missed, and not only because the machine was busy. @param busy see `describeVerdict` */
export const isMissed = ({ holds, timed }: Verdict, busy: string | null) =>
  !holds && !(timed && busy !== null);

/**
 * Writes a verdict as one line, with the limit at the end if the target isn't met.
 * @param busy why the machine was too busy to judge times that missed their target; null if it wasn't
 */
export function describeVerdict(verdict: Verdict, busy: string | null) {
  const { holds, target, measured, limit } = verdict;
  if (holds) return `✓ ${target}: ${measured}`;
  if (!isMissed(verdict, busy)) return `? ${target}: ${measured}\n    not judged: machine busy, ${busy}`;
  return `✗ ${target}: ${measured}\n    limit: ${limit}`;
}
