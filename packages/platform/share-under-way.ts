/**
 * Makes one call at a time. Anyone who calls meanwhile gets the outcome of the call in flight, whatever
 * their arguments. Only for programs whose callers may share a promise; for requests at the edge, use
 * `shareCall`.
 */
export function shareUnderWay<Question extends unknown[], Answer>(
  call: (...question: Question) => Promise<Answer>,
): (...question: Question) => Promise<Answer> {
  let inFlight: Promise<Answer> | null = null;
  return (...question) => (inFlight ??= call(...question).finally(() => (inFlight = null)));
}
