import { AppError } from '../src/lib/contract/errors.ts';
import { withinTime } from '../src/lib/contract/within-time.ts';
import { readBody } from './read-body.ts';
import { isModestJson } from './scan-json.ts';

/** Time limit of one call to the platform, answer body included. */
export const UPSTREAM_TIMEOUT_MS = 10_000;

/** A call to the platform as logs and figures tell of it: nothing of its address but the host. */
export interface UpstreamCall {
  host: string;
  /** Until the answer was read whole. */
  durationMs: number;
  /** The answer's status, or why there is none. */
  outcome: number | 'timeout' | 'network' | 'malformed';
  /** Of a call to the token endpoint: what for. */
  grant?: string;
}

export type NoteCall = (call: UpstreamCall) => void;

/** Statuses that can't have a body (Fetch standard, "null body status"). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Of an answer's headers only these are read here; cookies and the like stop at this door. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'www-authenticate', 'x-request-id'];

/**
 * Makes the `fetch` with which one inbound request calls the platform: our request id on the way up, a time limit, no
 * redirect followed, and an answer read whole, up to a limit.
 * @param note is told of each call once it is over
 * @throws AppError from the returned function: `timeout`, `network`, or `malformed` for an answer of no HTTP status, too long a one, or one that is
 * dear to parse
 */
export function createUpstreamFetch(
  fetchNow: typeof fetch,
  requestId: string,
  maxBytes: number,
  note: NoteCall = () => undefined,
): typeof fetch {
  return async function fetchUpstream(input, init = {}) {
    const { host } = new URL(input instanceof Request ? input.url : input);
    const startedMs = performance.now();
    let outcome: UpstreamCall['outcome'] = 'network';
    const headers = new Headers(init.headers);
    headers.set('x-request-id', requestId);
    const ask = async (signal: AbortSignal): Promise<Response> => {
      const answer = await fetchNow(input, { ...init, headers, redirect: 'manual', signal });
      if (!(answer.status >= 200 && answer.status <= 599)) {
        await answer.body?.cancel();
        throw new AppError('malformed', `The answer has the status ${answer.status}.`, { requestId });
      }
      const bytes = await readBody(answer.body, maxBytes);
      if (bytes === null) {
        throw new AppError('malformed', `The answer has more than ${maxBytes} bytes.`, { requestId });
      }
      if (!isModestJson(bytes)) {
        throw new AppError('malformed', 'The answer is nested or divided too much.', { requestId });
      }
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
      note({ host, durationMs: Math.round(performance.now() - startedMs), outcome });
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
