const PAUSE_MS = 3_000;

/** Sends a minimal request to our own server; rejects if there is no response. */
export const pingServer = (signal: AbortSignal): Promise<Response> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal });

/** Sends requests to the server until it responds. Never rejects; stops after an abort. */
export async function whenServerAnswers(signal: AbortSignal, pauseMs = PAUSE_MS): Promise<void> {
  while (!signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const answer = signal.aborted ? null : await pingServer(signal).catch(() => null);
    if (answer !== null) return;
  }
}
