/**
 * Why the browser doesn't keep the desk. `blocked`: it has no storage here, or refuses it. `full`: the disk or this site's share of it is full.
 * `newer`: another version of this page, which was here later, has written it.
 */
export type DeskErrorCode = 'blocked' | 'full' | 'newer';

export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly code: DeskErrorCode;

  constructor(code: DeskErrorCode, cause: unknown) {
    super(`The desk isn't kept: ${code}.`, { cause });
    this.code = code;
  }
}

const CODES: Readonly<Record<string, DeskErrorCode>> = { VersionError: 'newer', QuotaExceededError: 'full' };

/** @param cause an error of IndexedDB */
export function deskErrorOf(cause: unknown): DeskError {
  const name = cause instanceof DOMException ? cause.name : '';
  return new DeskError(CODES[name] ?? 'blocked', cause);
}
