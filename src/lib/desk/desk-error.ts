/**
 * Why the browser can't store the desk. `blocked`: storage is missing or denied. `full`: the disk or this
 * site's quota is full. `newer`: a newer version of this page has written the database.
 */
export type DeskErrorCode = 'blocked' | 'full' | 'newer';

export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly code: DeskErrorCode;

  constructor(code: DeskErrorCode, cause: unknown) {
    super(`The browser can't store the desk: ${code}.`, { cause });
    this.code = code;
  }
}

const CODES: Readonly<Record<string, DeskErrorCode>> = { VersionError: 'newer', QuotaExceededError: 'full' };

/** @param cause an error of IndexedDB */
export function toDeskError(cause: unknown): DeskError {
  const name = cause instanceof DOMException ? cause.name : '';
  return new DeskError(CODES[name] ?? 'blocked', cause);
}
