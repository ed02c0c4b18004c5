/**
 * Makes one call at a time: callers in the meantime get its outcome, whatever they asked. For programs whose callers may share a
 * promise; requests at the edge may not (`shareCall`).
 */
export function shareUnderWay<Question extends unknown[], Answer>(
  ask: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return (...question) => (underWay ??= ask(...question).finally(() => (underWay = null)));
}
