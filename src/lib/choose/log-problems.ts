/**
 * Logs settings that aren't usable: shops' developers look there first.
 * @param problems one sentence each
 * @returns all of them as one message; null if there are none
 */
export function logProblems(problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  const message = problems.join(' ');
  console.warn(`/choose: ${message}`);
  return message;
}
