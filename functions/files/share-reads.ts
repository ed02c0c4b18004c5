/**
 * Shares one read among callers that need the same file at the same time. At the edge, where a
 * promise belongs to a request, use it only within one request.
 * @param read its further arguments must be the same for each name
 */
export function shareReads<Answer, More extends unknown[]>(
  read: (name: string, ...more: More) => Promise<Answer>,
): (name: string, ...more: More) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (name, ...more) => {
    const pending = underWay.get(name);
    if (pending !== undefined) return pending;
    const reading = read(name, ...more).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}
