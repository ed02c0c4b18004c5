type Read = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/**
 * Reads a file once for all who ask for it meanwhile. A node that was just started has nothing yet, and every request needs the same
 * files of a store that is some milliseconds away.
 */
export function shareReads(read: Read): Read {
  const underWay = new Map<string, ReturnType<Read>>();
  return (name) => {
    const asked = underWay.get(name);
    if (asked !== undefined) return asked;
    const reading = read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}
