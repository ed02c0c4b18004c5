/** Waits. Rejects with the signal's reason as soon as the signal is aborted. */
export function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
  });
}
