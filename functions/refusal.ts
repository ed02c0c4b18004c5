import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppError } from '../src/lib/contract/errors.ts';

/** What is answered instead of what was asked. */
export interface Refusal {
  status: ContentfulStatusCode;
  /** For programs: a code of RFC 6749 §4.1.2.1 and §5.2 where one fits. */
  error: string;
  /** For people: what was wrong and what to do. */
  message?: string;
  headers?: Readonly<Record<string, string>>;
  /** For the log alone. Never a secret, never the platform's own text. */
  detail?: string;
}

/** Thrown by guards and handlers; `createApp` turns it into the answer. */
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

/** What a fault of the platform, or on the way to it, becomes in our answer. */
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

/** `Retry-After` in whole seconds, from one to an hour: what a platform asks for may be anything. */
export function writeRetryAfter(milliseconds: number): string {
  return String(Math.min(Math.max(Math.ceil(milliseconds / 1000), 1), LONGEST_RETRY_AFTER_SECONDS));
}
