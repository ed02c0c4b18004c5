/** Controls of the sandbox (see sandbox/README.md, "Faults on demand"). */
export interface Platform {
  base: string;
  setFaults: (faults: readonly object[]) => Promise<void>;
  expireTokens: () => Promise<void>;
}

/** @param base origin of the API host */
export function createPlatform(base: string): Platform {
  async function control(method: string, path: string, body?: string): Promise<void> {
    const answer = await fetch(`${base}/__sandbox/${path}`, { method, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  }
  return {
    base,
    setFaults: (faults) => control('PUT', 'faults', JSON.stringify(faults)),
    expireTokens: () => control('POST', 'expire-tokens'),
  };
}
