/**
 * Waits for one turn of the event loop: posted messages, and work without timers, have been handled
 * then.
 */
export const passTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
