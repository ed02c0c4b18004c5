/** Asks our own server for as little as can be; rejects where no answer comes. */
const ask = (signal: AbortSignal) => fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal });

/**
 * Tells when the connection is lost, and when it is back. Browsers may say "offline" where all works, as in a network of this
 * machine alone: it counts once a request has failed as well.
 * @returns to stop that
 */
export function watchConnection(notify: (lost: boolean) => void): () => void {
  const watching = new AbortController();
  let asking = new AbortController();

  function look(): void {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const notifyIfCurrent = (lost: boolean) => {
      if (!signal.aborted) notify(lost);
    };
    if (navigator.onLine) notify(false);
    else
      void ask(signal).then(
        () => notifyIfCurrent(false),
        () => notifyIfCurrent(true),
      );
  }

  for (const name of ['online', 'offline']) addEventListener(name, look, { signal: watching.signal });
  look();
  return () => {
    asking.abort();
    watching.abort();
  };
}
