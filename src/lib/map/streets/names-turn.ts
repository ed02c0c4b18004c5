/** Names wait for tiles no longer than this, so that they appear together rather than tile by tile. */
const WAIT_MS = 600;

/**
 * When names are written: once all tiles of the view are there; after a while without those that aren't, and then the page hears when they
 * are.
 * @param ondue called when a request needs wait no longer
 */
export function createNamesTurn<Request>(ondue: () => void) {
  let waiting: Request | null = null;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether tiles were missing when names were last written. */
  let lack = false;

  return {
    /** @returns the request that this one replaces; null: none */
    ask(request: Request): Request | null {
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
     * @param isComplete whether all tiles of the view are there
     * @param onmore called if what lacked has come
     * @returns the request to write now; null: none
     */
    take(isComplete: boolean, onmore: () => void): Request | null {
      const request = isComplete || isDue ? waiting : null;
      if (request !== null) {
        waiting = null;
        lack = !isComplete;
      } else if (lack && isComplete) {
        lack = false;
        onmore();
      }
      return request;
    },
    destroy: () => clearTimeout(timer),
  };
}
