import { pingServer } from '../ui/server-answers.ts';

/**
 * Reports when the connection is lost, and when it is back. Browsers may report "offline" although the site is reachable, e.g. on
 * localhost: it counts only if a request fails as well.
 * @returns function that stops watching
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
      void pingServer(signal).then(
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
