/** Waits for one turn of the event loop: what was posted, and what waits for no time, has been handled. */
export const passTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
