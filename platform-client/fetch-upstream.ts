import { AppError } from '../src/lib/contract/errors.ts';
import { withinTime } from '../src/lib/contract/within-time.ts';
import { readBody } from './read-body.ts';
import { isModestJson } from './scan-json.ts';

/** Time limit of one call to the platform, response body included. */
export const UPSTREAM_TIMEOUT_MS = 10_000;

/** A call to the platform in logs and metrics: of its URL only the host. */
export interface UpstreamCall {
  host: string;
  /** Until the whole response was read. */
  durationMs: number;
  /** The response's status, or why there is none. */
  outcome: number | 'timeout' | 'network' | 'malformed';
  /** Grant type of a call to the token endpoint. */
  grant?: string;
}

export type RecordCall = (call: UpstreamCall) => void;

/** Statuses that can't have a body (Fetch standard, "null body status"). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** The response headers that are kept; others, like cookies, are dropped. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'www-authenticate', 'x-request-id'];

/**
 * Creates the `fetch` with which one inbound request calls the platform: it sends our request id, has a time limit, follows no
 * redirects, and reads the whole response up to a limit.
 * @param record called after each call
 * @throws AppError from the returned function: `timeout`, `network`, or `malformed` for an invalid HTTP status, a response that
 *   is too long, or one that is expensive to parse
 */
export function createUpstreamFetch(
  fetchNow: typeof fetch,
  requestId: string,
  maxBytes: number,
  record: RecordCall = () => undefined,
): typeof fetch {
  return async function fetchUpstream(input, init = {}) {
    const { host } = new URL(input instanceof Request ? input.url : input);
    const startedMs = performance.now();
    let outcome: UpstreamCall['outcome'] = 'network';
    const headers = new Headers(init.headers);
    headers.set('x-request-id', requestId);
    const malformed = (message: string) => new AppError('malformed', message, { requestId });
    const ask = async (signal: AbortSignal): Promise<Response> => {
      const answer = await fetchNow(input, { ...init, headers, redirect: 'manual', signal });
      if (!(answer.status >= 200 && answer.status <= 599)) {
        await answer.body?.cancel();
        throw malformed(`The answer has the status ${answer.status}.`);
      }
      const bytes = await readBody(answer.body, maxBytes);
      if (bytes === null) throw malformed(`The answer has more than ${maxBytes} bytes.`);
      if (!isModestJson(bytes)) throw malformed('The answer is nested or divided too much.');
      return rebuild(answer, bytes);
    };
    try {
      const answer = await withinTime(UPSTREAM_TIMEOUT_MS, ask, undefined, { requestId });
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

function rebuild(answer: Response, bytes: Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers();
  for (const name of KEPT_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(WITHOUT_BODY.has(answer.status) ? null : bytes, { status: answer.status, headers });
}
