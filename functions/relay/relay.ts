import { AppError } from '../../src/lib/contract/errors.ts';
import { parseRetryAfterMs } from '../../src/lib/platform/back-off.ts';
import { noteCalls, type ApiContext, type Tools } from '../context.ts';
import { createUpstreamFetch } from '../../platform-client/fetch-upstream.ts';
import { RefusedError, writeRetryAfter } from '../refusal.ts';
import { readBearer } from '../guards.ts';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Makes one of a broker's own calls, with the broker's own token, and passes the platform's JSON answer on. Up go the token,
 * the request id and the body; down come status, JSON and `Retry-After`. Answers of 429 and 5xx, and whatever isn't JSON,
 * are replaced by a refusal of ours.
 * @param url built by the route, never taken from the caller
 * @param body JSON text
 * @throws RefusedError, AppError
 */
export async function relay(c: ApiContext, tools: Tools, url: string, body?: string): Promise<Response> {
  const fetchUpstream = createUpstreamFetch(tools.fetch, c.get('requestId'), MAX_ANSWER_BYTES, noteCalls(c));
  const answer = await fetchUpstream(url, {
    method: c.req.method === 'POST' ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      authorization: readBearer(c.req.header('authorization')),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const { status } = answer;
  if (status >= 300 && status < 400)
    throw new AppError('redirected', 'The platform answered with a redirect.');
  if (status === 429 || status >= 500) throw passRefusalOn(answer, tools.now());
  const text = await answer.text();
  // Nothing to say is an answer too: what a shipment is answered with is not shown.
  if (answer.ok && text === '') return new Response(null, { status });
  if (!isJson(text)) {
    if (answer.ok) throw new AppError('malformed', "The platform's answer is not JSON.", { status });
    throw passRefusalOn(answer, tools.now());
  }
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

function passRefusalOn(answer: Response, nowMs: number): RefusedError {
  const retryAfterMs = parseRetryAfterMs(answer.headers.get('retry-after'), nowMs);
  return new RefusedError({
    status: answer.status as RefusedError['refusal']['status'],
    error: answer.status >= 500 || answer.status === 429 ? 'temporarily_unavailable' : 'platform_refused',
    ...(retryAfterMs === undefined ? {} : { headers: { 'retry-after': writeRetryAfter(retryAfterMs) } }),
    detail: `the platform answered ${answer.status}`,
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
