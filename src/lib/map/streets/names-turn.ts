/** Names wait for tiles no longer than this, so that they appear together and not tile by tile. */
const WAIT_MS = 600;

/**
 * Decides when names are written: once all tiles of the view have loaded; or after a while without the
 * missing ones, and then it reports when they have loaded.
 * @param ondue called when a request no longer has to wait
 */
export function createNamesTurn<Request>(ondue: () => void) {
  let waiting: Request | null = null;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether tiles were missing when names were last written. */
  let wereTilesMissing = false;

  return {
    /** @returns the request that this one replaces; null if none */
    request(request: Request): Request | null {
      const replaced = waiting;
      waiting = request;
      isDue = false;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isDue = true;
        ondue();
      }, WAIT_MS);
      return replaced;
    },
    /**
     * @param isComplete whether all tiles of the view have loaded
     * @param onmore called if the missing tiles have loaded since names were written
     * @returns the request to write now; null if none
     */
    take(isComplete: boolean, onmore: () => void): Request | null {
      const request = isComplete || isDue ? waiting : null;
      if (request !== null) {
        waiting = null;
        wereTilesMissing = !isComplete;
      } else if (wereTilesMissing && isComplete) {
        wereTilesMissing = false;
        onmore();
      }
      return request;
    },
    destroy: () => clearTimeout(timer),
  };
}
