/**
 * Reads a file once for all who ask for it meanwhile. A node that was just started has nothing yet, and every request needs the same
 * files of a disk or store that is some milliseconds away.
 */
export function shareReads<Answer>(
  read: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (name) => {
    const asked = underWay.get(name);
    if (asked !== undefined) return asked;
    const reading = read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}
