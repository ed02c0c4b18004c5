import { writePath, type Operation } from '#platform/operations.ts';
import { recordCalls, type ApiContext, type Tools } from '../context.ts';
import { readPaging } from '../points/read-query.ts';
import { isModestJson } from '#platform/scan-json.ts';
import { readRequestText, readBearer } from '../guards.ts';
import { RefusedError, refuseRequest, writeRetryAfter, type Refusal } from '../refusal.ts';
import { AppError } from '#platform/errors.ts';
import { parseRetryAfterMs } from '#platform/back-off.ts';
import { createUpstreamFetch } from '#platform/fetch-upstream.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A path segment that every URL parser reads unchanged. */
const PATH_PARAMETER = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._:-]{1,128}$/;

/**
 * Relays one of the platform's operations for a logged-in broker: `/api/platform` and the platform's own path. Sends the broker's
 * token, the request id and the body, once; returns the platform's status and JSON. Responses with 429 or 5xx, or without JSON,
 * are replaced by a refusal with the platform's `Retry-After`.
 * @throws RefusedError, AppError
 */
export async function relay(c: ApiContext, tools: Tools, operation: Operation): Promise<Response> {
  const path = writePath(operation, (name) => readParameter(c, name));
  const query = readQuery(c, tools, operation);
  const authorization = readBearer(c.req.header('authorization'));
  const body = operation.method === 'GET' ? null : await readObject(c);
  const fetchUpstream = createUpstreamFetch(
    tools.fetch,
    c.get('requestId'),
    MAX_ANSWER_BYTES,
    recordCalls(c),
  );
  const answer = await fetchUpstream(tools.settings.addresses.base + path + query, {
    method: operation.method,
    headers: {
      accept: 'application/json',
      authorization,
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    body,
  });
  const { status, ok } = answer;
  if (status >= 300 && status < 400)
    throw new AppError('redirected', 'The platform answered with a redirect.');
  const text = await answer.text();
  // An empty body is valid: the platform doesn't document its response to a shipment.
  if (ok && text === '') return new Response(null, { status });
  const isTemporary = status === 429 || status >= 500;
  if (!isTemporary && parseJson(text) !== undefined)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  if (ok) throw new AppError('malformed', "The platform's answer is not JSON.", { status });
  const retryAfterMs = parseRetryAfterMs(answer.headers.get('retry-after'), tools.now());
  throw new RefusedError({
    status: status as Refusal['status'],
    error: isTemporary ? 'temporarily_unavailable' : 'platform_refused',
    ...(retryAfterMs === undefined ? {} : { headers: { 'retry-after': writeRetryAfter(retryAfterMs) } }),
    detail: `the platform answered ${status}`,
  });
}

function readParameter(c: ApiContext, name: string): string {
  const value = c.req.param(name) ?? '';
  if (!PATH_PARAMETER.test(value))
    throw refuseRequest(`${name} must be 1 to 128 letters, digits, ".", "_", ":" or "-".`);
  return value;
}

function readQuery(c: ApiContext, { settings: { paging } }: Tools, { isPaged }: Operation): string {
  const { search, searchParams } = new URL(c.req.url);
  if (isPaged) {
    const { page, perPage } = readPaging(searchParams, paging);
    return `?${new URLSearchParams({ [paging.page]: String(page), [paging.perPage]: String(perPage) })}`;
  }
  if (search !== '') throw refuseRequest('No query is taken here.');
  return '';
}

/** @returns the body as it came: numbers keep their digits */
async function readObject(c: ApiContext): Promise<string> {
  const text = await readRequestText(c.req.raw, 'application/json', MAX_BODY_BYTES);
  if (!isModestJson(new TextEncoder().encode(text)))
    throw refuseRequest('The body is nested or divided too much.');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuseRequest('The body must be a JSON object.');
  return text;
}

/** @returns undefined if it isn't JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
