import { AppError } from '#platform/errors.ts';

/** Errors for code that the page could not fetch; Vite reports each of them before it is thrown. */
const loadErrors = new WeakSet<object>();

/** Records an error that Vite reports with `vite:preloadError`. */
export function noteLostCode({ payload }: { payload: Error }): void {
  loadErrors.add(payload);
}

/**
 * Whether the error means that code could not be fetched: the connection is lost, but nothing is wrong with
 * the page.
 */
export const isLostCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && loadErrors.has(error);

/** Whether a request, for data or code, got no answer. */
export const isConnectionLost = (error: unknown): boolean =>
  isLostCode(error) || (error instanceof AppError && error.code === 'network');
