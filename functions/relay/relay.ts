import { productPath } from '#platform/products.ts';
import { recordCalls, type ApiContext, type Tools } from '../context.ts';
import { readPaging } from '../points/read-query.ts';
import { isModestJson } from '#platform/scan-json.ts';
import { readRequestText, readBearer } from '../guards.ts';
import { RefusedError, refuseRequest, writeRetryAfter, type Refusal } from '../refusal.ts';
import { AppError } from '#platform/errors.ts';
import { parseRetryAfterMs } from '#platform/back-off.ts';
import { createUpstreamFetch } from '#platform/fetch-upstream.ts';

/** `GET /api/platform/location/v1/points`: one page of the list, read with the logged-in broker's token. */
export function relayPoints(c: ApiContext, tools: Tools): Promise<Response> {
  const { addresses, paging } = tools.settings;
  const { page, perPage } = readPaging(new URL(c.req.url).searchParams, paging);
  const query = new URLSearchParams([
    [paging.page, String(page)],
    [paging.perPage, String(perPage)],
  ]);
  return relay(c, tools, `${addresses.base}${productPath('location', 'points')}?${query}`);
}

const MAX_BODY_BYTES = 256 * 1024;
/** A path segment that every URL parser reads unchanged. */
const ORGANIZATION_ID = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._:-]{1,128}$/;

/**
 * `POST /api/platform/shipping/v2/organizations/{organizationId}/shipments`: creates a shipment as the logged-in broker.
 * Sent once, without retries; the body is passed on unchanged.
 */
export async function relayShipment(c: ApiContext, tools: Tools): Promise<Response> {
  const organizationId = c.req.param('organizationId') ?? '';
  if (!ORGANIZATION_ID.test(organizationId)) {
    throw refuseRequest('organizationId must be 1 to 128 letters, digits, ".", "_", ":" or "-".');
  }
  if (new URL(c.req.url).search !== '') throw refuseRequest('No query is taken here.');
  readBearer(c.req.header('authorization'));
  const body = await readRequestText(c.req.raw, 'application/json', MAX_BODY_BYTES);
  if (!isModestJson(new TextEncoder().encode(body)))
    throw refuseRequest('The body is nested or divided too much.');
  const shipment = parseJson(body);
  if (typeof shipment !== 'object' || shipment === null || Array.isArray(shipment))
    throw refuseRequest('The body must be a JSON object.');
  const path = productPath('shipping', 'organizations', organizationId, 'shipments');
  return relay(c, tools, tools.settings.addresses.base + path, body);
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Relays a broker's call with the broker's own token. Sends the token, the request id and the body; returns the platform's status
 * and JSON. Responses with 429 or 5xx, or without JSON, are replaced by a refusal with the platform's `Retry-After`.
 * @param url built by the route, never taken from the caller
 * @param body JSON text
 * @throws RefusedError, AppError
 */
async function relay(
  c: ApiContext,
  tools: Tools,
  url: string,
  body: string | null = null,
): Promise<Response> {
  const fetchUpstream = createUpstreamFetch(
    tools.fetch,
    c.get('requestId'),
    MAX_ANSWER_BYTES,
    recordCalls(c),
  );
  const answer = await fetchUpstream(url, {
    method: c.req.method === 'POST' ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      authorization: readBearer(c.req.header('authorization')),
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

/** @returns undefined if it isn't JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
