import type { AppError } from './errors.ts';
import { withinTime } from './within-time.ts';
import { readBounded, rebuild, type AnswerLimits, type BoundAnswer } from './read-body.ts';

/** Time limit of one call to the platform, including the response body. */
export const UPSTREAM_TIMEOUT_MS = 10_000;

/** A call to the platform for logs and metrics: of its URL only the host. */
export interface UpstreamCall {
  host: string;
  /** Time until the whole response was read. */
  durationMs: number;
  /** The response's status, or why there is none. */
  outcome: number | 'timeout' | 'network' | 'malformed';
  /** Grant type, for a call to the token endpoint. */
  grant?: string;
  /** Scope of an application's token; it comes from our settings. */
  scope?: string;
}

export type RecordCall = (call: UpstreamCall) => void;

/** As `createUpstreamCall`, for libraries that need a `fetch`. */
export function createUpstreamFetch(...parts: Parameters<typeof createUpstreamCall>): typeof fetch {
  const callUpstream = createUpstreamCall(...parts);
  return async (input, init) => rebuild(await callUpstream(input, init));
}

/**
 * Creates the function with which one inbound request calls the platform. It sends our request id, has a
 * time limit, follows no redirects, and reads the whole response up to a limit.
 * @param record called after each call
 * @throws AppError from the returned function: `timeout`, `network`, or `malformed` for an invalid HTTP status, a response that
 *   is too long, or one that is expensive to parse
 */
export function createUpstreamCall(
  fetchNow: typeof fetch,
  requestId: string,
  limits: AnswerLimits,
  record: RecordCall = () => undefined,
) {
  return async function callUpstream(...[input, init = {}]: Parameters<typeof fetch>): Promise<BoundAnswer> {
    const { host } = new URL(input instanceof Request ? input.url : input);
    const startedMs = performance.now();
    let outcome: UpstreamCall['outcome'] = 'network';
    const headers = new Headers(init.headers);
    headers.set('x-request-id', requestId);
    const send = async (signal: AbortSignal): Promise<BoundAnswer> => {
      const answer = await fetchNow(input, { ...init, headers, redirect: 'manual', signal });
      return readBounded(answer, limits, { requestId });
    };
    try {
      const answer = await withinTime(UPSTREAM_TIMEOUT_MS, send, undefined, { requestId });
      outcome = answer.status;
      return answer;
    } catch (error) {
      outcome = (error as AppError).code as 'timeout' | 'network' | 'malformed';
      throw error;
    } finally {
      record({ host, durationMs: Math.round(performance.now() - startedMs), outcome });
    }
  };
}
