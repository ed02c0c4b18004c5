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
}

/** Whether a target was missed, and not only because the machine was busy. @param busy as `describeVerdict`'s */
export const isMissed = ({ holds, timed }: Verdict, busy: string | null) =>
  !holds && !(timed && busy !== null);

/**
 * One line per verdict, with the limit after those that don't hold.
 * @param busy why the machine was too busy to judge times that missed their target; null: it wasn't
 */
export function describeVerdict(verdict: Verdict, busy: string | null) {
  const { holds, target, measured, limit } = verdict;
  if (holds) return `✓ ${target}: ${measured}`;
  if (!isMissed(verdict, busy)) return `? ${target}: ${measured}\n    not judged: machine busy, ${busy}`;
  return `✗ ${target}: ${measured}\n    limit: ${limit}`;
}
