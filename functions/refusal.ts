import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppError } from '../src/lib/contract/errors.ts';

/** An error response. */
export interface Refusal {
  status: ContentfulStatusCode;
  /** For programs: a code of RFC 6749 §4.1.2.1 or §5.2 if one fits. */
  error: string;
  /** For people: what was wrong and what to do. */
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

const RETRY_AFTER_SECONDS = 5;
const LONGEST_RETRY_AFTER_SECONDS = 3600;

/** The response for an error of the platform, or of the connection to it. */
export function refuseForUpstream(error: AppError): Refusal {
  const detail = [error.code, ...error.problems].join(': ');
  switch (error.code) {
    case 'session_ended':
      return { status: 400, error: 'invalid_grant', detail };
    case 'network':
    case 'timeout':
    case 'unavailable':
    case 'rate_limited': {
      const headers = { 'retry-after': writeRetryAfter(error.retryAfterMs ?? RETRY_AFTER_SECONDS * 1000) };
      return { status: 503, error: 'temporarily_unavailable', headers, detail };
    }
    default:
      return { status: 502, error: 'server_error', detail };
  }
}

/** `Retry-After` in whole seconds, limited to between one second and one hour, since the platform may send any value. */
export function writeRetryAfter(milliseconds: number): string {
  return String(Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), LONGEST_RETRY_AFTER_SECONDS));
}
