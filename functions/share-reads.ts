/**
 * Shares one read among those who want the same file at the same time. At the edge, where a promise belongs to a request, only within
 * one.
 * @param read what else it is given is the same for each name
 */
export function shareReads<Answer, More extends unknown[]>(
  read: (name: string, ...more: More) => Promise<Answer>,
): (name: string, ...more: More) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (name, ...more) => {
    const asked = underWay.get(name);
    if (asked !== undefined) return asked;
    const reading = read(name, ...more).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}
