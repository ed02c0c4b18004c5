import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, type ErrorCode } from '#platform/errors.ts';

/** An error response. */
export interface Refusal {
  status: ContentfulStatusCode;
  /** For programs: a code of RFC 6749 §4.1.2.1 or §5.2 if one fits. */
  error: string;
  /** For people: the mistake and the remedy. */
  message?: string;
  headers?: Readonly<Record<string, string>>;
  /** For the log only. Never a secret, never the platform's own text. */
  detail?: string;
}

/** Thrown by guards and handlers; `createApp` converts it to a response. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

export function refuse(status: ContentfulStatusCode, error: string, message?: string): RefusedError {
  return new RefusedError({ status, error, ...(message === undefined ? {} : { message }) });
}

/** @param message names the part of the request that is wrong, and how to correct it */
export function refuseRequest(message: string): RefusedError {
  return refuse(400, 'invalid_request', message);
}

const RETRY_AFTER_SECONDS = 5;
const LONGEST_RETRY_AFTER_SECONDS = 3600;

/** Codes of temporary errors, after which the same request may succeed. */
export const TEMPORARY_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'network',
  'timeout',
  'unavailable',
  'rate_limited',
]);

/** Converts an error of a guard, a handler, or the platform to a refusal. @returns null for other errors */
export function findRefusal(error: unknown): Refusal | null {
  if (error instanceof RefusedError) return error.refusal;
  if (!(error instanceof AppError)) return null;
  const detail = [error.code, ...error.problems].join(': ');
  if (error.code === 'session_ended') return { status: 400, error: 'invalid_grant', detail };
  if (TEMPORARY_ERRORS.has(error.code)) return refuseForNow(detail, error.retryAfterMs);
  return { status: 502, error: 'server_error', detail };
}

export function refuseForNow(detail: string, retryAfterMs = RETRY_AFTER_SECONDS * 1000): Refusal {
  const headers = { 'retry-after': writeRetryAfter(retryAfterMs) };
  return { status: 503, error: 'temporarily_unavailable', headers, detail };
}

/** `Retry-After` in whole seconds, limited to between one second and one hour, since the platform may send any value. */
export function writeRetryAfter(milliseconds: number): string {
  return String(Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), LONGEST_RETRY_AFTER_SECONDS));
}
