/** What of a browser tells whether there is a connection; passed in by tests. */
export interface Dependencies {
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** What the browser thinks. */
  isOnline: () => boolean;
  /** Asks our own server for as little as can be; rejects where no answer comes. */
  ask: (signal: AbortSignal) => Promise<unknown>;
}

const NAMES = ['online', 'offline'];

/**
 * Tells when the connection is lost, and when it is back. Browsers may say "offline" where all works, as in a network of this
 * machine alone: it counts once a request has failed as well.
 * @returns to stop that
 */
export function watchConnection(
  tell: (lost: boolean) => void,
  { events, isOnline, ask }: Dependencies = readSurroundings(),
): () => void {
  let asking = new AbortController();

  function look(): void {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const tellIfCurrent = (lost: boolean) => {
      if (!signal.aborted) tell(lost);
    };
    if (isOnline()) tell(false);
    else
      void ask(signal).then(
        () => tellIfCurrent(false),
        () => tellIfCurrent(true),
      );
  }

  for (const name of NAMES) events.addEventListener(name, look);
  look();
  return () => {
    asking.abort();
    for (const name of NAMES) events.removeEventListener(name, look);
  };
}

function readSurroundings(): Dependencies {
  return {
    events: window,
    isOnline: () => navigator.onLine,
    ask: (signal) => fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal }),
  };
}
