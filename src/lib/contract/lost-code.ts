import { AppError } from '#platform/errors.ts';

/** Errors of code that the page could not fetch; Vite reports each of them before it is thrown. */
const lost = new WeakSet<object>();

/** Notes what Vite reports as `vite:preloadError`. */
export function noteLostCode({ payload }: { payload: Error }): void {
  lost.add(payload);
}

/** Whether code could not be fetched: the connection is lost, and nothing is wrong in the page. */
export const isLostCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && lost.has(error);

/** Whether a request, or one for code, got no answer. */
export const isConnectionLost = (error: unknown): boolean =>
  isLostCode(error) || (error instanceof AppError && error.code === 'network');
