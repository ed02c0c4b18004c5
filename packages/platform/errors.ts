/**
 * All errors that a caller may want to distinguish.
 * No program depends on a message: people read it, and support uses the request id.
 */
export type ErrorCode =
  // The platform or our own function, over HTTP
  | 'network' // no answer at all: offline, refused, cut off, blocked by CORS
  | 'timeout' // no answer within the time limit
  | 'aborted' // the caller cancelled it
  | 'malformed' // an answer that breaks the contract: HTML, truncated JSON, a missing field
  | 'redirected' // a redirect; never followed, so that no token is sent elsewhere
  | 'unauthorized' // 401, even after the token was renewed once
  | 'forbidden' // 403
  | 'not_found' // 404
  | 'rejected' // any other 4xx: the request itself is wrong
  | 'rate_limited' // 429
  | 'unavailable' // 5xx
  | 'unsupported_version' // data published in a format that this page can't read
  // Login
  | 'login_denied' // the user declined
  | 'login_mismatch' // no login in this tab expects this answer (RFC 6749 §10.12)
  | 'login_expired' // the answer came too late
  | 'login_failed' // the platform refused
  | 'session_ended' // no session, or one that can't be renewed
  | 'account_changed' // the session now belongs to a different account
  // Before a request is sent
  | 'scope_missing' // the token lacks a scope that the call is assumed to need
  | 'settings_invalid';

/** Codes after which a retry may succeed. */
const RETRYABLE: readonly ErrorCode[] = ['network', 'timeout', 'malformed', 'rate_limited', 'unavailable'];

/** A problem with a field of a body. */
export interface FieldError {
  /** `recipient.phone`, `parcels.0.weight.amount`. */
  path: string;
  /** `required`, `invalid`, `too_big`, `too_small`, `not_found`, `unknown`, or another code of the platform. */
  codes: readonly string[];
}

export interface ErrorDetails {
  /** HTTP status of the answer, if there was one. */
  status?: number | undefined;
  /** The request's identifier (docs/platform-api.md, chapter 4 "Request identifiers"). */
  requestId?: string | undefined;
  /** How long the server asks to wait, in milliseconds (`Retry-After`). */
  retryAfterMs?: number | undefined;
  /** Details for people: field names, paths, counts. Never a secret or text from the server. */
  problems?: readonly string[];
  /** Invalid fields of a refused body. */
  fields?: readonly FieldError[];
  cause?: unknown;
}

/**
 * The error of the client, the function and the pages, told apart by its code. Subclass:
 * `UnknownOutcomeError`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problems: readonly string[];
  readonly fields: readonly FieldError[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.problems = details.problems ?? [];
    this.fields = details.fields ?? [];
  }

  /** Whether a retry may succeed. */
  get retryable(): boolean {
    return RETRYABLE.includes(this.code);
  }
}

/**
 * The error code for an HTTP status.
 * @param own codes for the 4xx statuses that the caller distinguishes
 * @param otherwise code for any other 4xx status
 */
export function codeOfStatus(
  status: number,
  own: Readonly<Record<number, ErrorCode>> = {},
  otherwise: ErrorCode = 'rejected',
): ErrorCode {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : (own[status] ?? otherwise);
}
