/** The least zoom of the map at which streets are drawn. */
export const MIN_ZOOM = 12;

/**
 * Asks what streets the operator has. It stands by itself: a map asks while it sends for the rest of what streets take, since on a slow
 * link one would wait for the other.
 */
export const askForStreets = (signal?: AbortSignal): Promise<Response> =>
  fetch('/streets/manifest.json', { signal: signal ?? null, priority: 'low' });
