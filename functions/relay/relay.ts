import { LABEL_FORMAT_NAMES, LABEL_FORMATS, parseLabel, type LabelFormat } from '#platform/labels.ts';
import { writePath, type Operation } from '#platform/operation.ts';
import { recordCalls, type ApiContext, type Services } from '../context.ts';
import { QueryReader, readPaging, refuseOtherNames } from '../points/read-query.ts';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import { isModestJson } from '#platform/scan-json.ts';
import { readRequestText, readBearer, refuseToken } from '../http/guards.ts';
import { findSession } from '../oauth/find-session.ts';
import { refuse, RefusedError, refuseRequest, writeRetryAfter, type Refusal } from '../http/refusal.ts';
import { AppError } from '#platform/errors.ts';
import { parseRetryAfterMs } from '#platform/back-off.ts';
import { createUpstreamCall } from '#platform/fetch-upstream.ts';
import type { BoundAnswer } from '#platform/read-body.ts';

const MAX_BODY_BYTES = 256 * 1024;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A path segment that every URL parser reads unchanged. */
const PATH_PARAMETER = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._:-]{1,128}$/;
/** No control characters: they are typical of injection. */
const QUERY_VALUE = /^\P{Cc}{1,200}$/u;
const DEDUPLICATION_ID = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Relays one of the platform's operations for a logged-in broker: `/api/platform` and the
 * platform's own path. Requires the cookie of the broker's session. Sends the broker's token, the
 * request id, the deduplication id and the body, once; returns the platform's status and JSON, or
 * the requested label. Responses with 429 or 5xx, or of another type, are replaced by a refusal
 * with the platform's `Retry-After`.
 * @throws RefusedError, AppError
 */
export async function relay(c: ApiContext, services: Services, operation: Operation): Promise<Response> {
  const path = writePath(operation, (name) => readParameter(c, name));
  const query = readQuery(c, services, operation);
  const headers: Record<string, string> = { authorization: readBearer(c.req.header('authorization')) };
  // Without a session, anyone could make the platform check invented tokens from this server's
  // address. Not required in development, where WebKit has no session: it accepts no secure cookie
  // from http://localhost.
  const isServed = services.settings.appOrigin.startsWith('https:');
  if (isServed && (await findSession(c, services)) === null) throw refuseToken();
  const label = operation.data === 'label' ? readLabelFormat(c) : null;
  headers['accept'] = label === null ? 'application/json' : LABEL_FORMATS[label];
  const deduplicationId = readDeduplicationId(c, operation);
  if (deduplicationId !== undefined) headers[services.settings.deduplicationHeader] = deduplicationId;
  const body = operation.body === null ? null : await readObject(c);
  if (body !== null) headers['content-type'] = 'application/json';
  const callUpstream = createUpstreamCall(
    services.fetch,
    c.get('requestId'),
    { maxBytes: MAX_ANSWER_BYTES, isBytes: label !== null },
    recordCalls(c),
  );
  const answer = await callUpstream(services.settings.addresses.base + path + query, {
    method: operation.method,
    headers,
    body,
  });
  const { status } = answer;
  if (status >= 300 && status < 400)
    throw new AppError('redirected', 'The platform answered with a redirect.');
  if (label === null) return answerJson(answer, services.now());
  if (!isOk(status)) throw refuseAnswer(answer, services.now());
  return answerLabel(label, answer, c.req.param('trackingNumber')!);
}

function answerJson(answer: BoundAnswer, nowMs: number): Response {
  const { status, bytes } = answer;
  const ok = isOk(status);
  const text = new TextDecoder().decode(bytes);
  // An empty body is valid: the platform documents only the answer with points.
  if (ok && text === '') return new Response(null, { status });
  if (!isTemporary(status) && readJsonText(text) !== undefined)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  if (ok) throw new AppError('malformed', "The platform's answer is not JSON.", { status });
  throw refuseAnswer(answer, nowMs);
}

const isOk = (status: number) => status >= 200 && status < 300;
const isTemporary = (status: number) => status === 429 || status >= 500;

function refuseAnswer({ status, headers }: BoundAnswer, nowMs: number): RefusedError {
  const retryAfterMs = parseRetryAfterMs(headers.get('retry-after'), nowMs);
  return new RefusedError({
    status: status as Refusal['status'],
    error: isTemporary(status) ? 'temporarily_unavailable' : 'platform_refused',
    ...(retryAfterMs === undefined ? {} : { headers: { 'retry-after': writeRetryAfter(retryAfterMs) } }),
    detail: `the platform answered ${status}`,
  });
}

/**
 * Returns the label as a file of a type that we choose, so that no answer of the platform becomes a
 * page of our origin.
 */
function answerLabel(format: LabelFormat, answer: BoundAnswer, trackingNumber: string): Response {
  const { status, headers, bytes } = answer;
  const label = parseLabel(format, headers.get('content-type'), bytes);
  if (label === null) throw new AppError('malformed', "The platform's answer is not the label.", { status });
  return new Response(label.bytes, {
    headers: {
      'content-type': label.type,
      'content-disposition': `attachment; filename="${trackingNumber}.${label.type.split('/')[1]!}"`,
    },
  });
}

function readParameter(c: ApiContext, name: string): string {
  const value = c.req.param(name) ?? '';
  if (!PATH_PARAMETER.test(value))
    throw refuseRequest(`${name} must be 1 to 128 letters, digits, ".", "_", ":" or "-".`);
  return value;
}

/** @returns the query with `?`, or an empty string */
function readQuery(c: ApiContext, { settings: { paging } }: Services, { query }: Operation): string {
  const params = new URL(c.req.url).searchParams;
  if (query.length === 0 && params.size > 0) throw refuseRequest('This endpoint takes no query parameters.');
  const isPaged = query.includes('perPage');
  refuseOtherNames(params, isPaged ? [paging.page, paging.perPage, ...query] : query);
  if (isPaged) readPaging(params, paging);
  else for (const name of query) readValues(new QueryReader(params), name);
  return params.size === 0 ? '' : `?${params}`;
}

function readValues(reader: QueryReader, name: string): void {
  if (!reader.list(name).every((value) => QUERY_VALUE.test(value)))
    throw refuseRequest(
      `Each value of ${name} must have 1 to 200 characters, none of them a control character.`,
    );
}

/** Reads the label's format from the Accept header. */
function readLabelFormat(c: ApiContext): LabelFormat {
  const accept = c.req.header('accept');
  const format = LABEL_FORMAT_NAMES.find((name) => LABEL_FORMATS[name] === accept);
  if (format === undefined)
    throw refuse(
      406,
      'invalid_request',
      `Accept must be one of: ${Object.values(LABEL_FORMATS).join(', ')}.`,
    );
  return format;
}

function readDeduplicationId(c: ApiContext, { repeat }: Operation): string | undefined {
  const id = c.req.header('x-deduplication-id');
  if (id === undefined || repeat !== 'deduplicated') return undefined;
  if (!DEDUPLICATION_ID.test(id)) throw refuseRequest('X-Deduplication-Id must be a UUID.');
  return id;
}

/** @returns the body unchanged, so that numbers keep their digits */
async function readObject(c: ApiContext): Promise<string> {
  const text = await readRequestText(c.req.raw, 'application/json', MAX_BODY_BYTES);
  if (!isModestJson(new TextEncoder().encode(text)))
    throw refuseRequest('The body has too many levels or too many values.');
  if (!isJsonObject(readJsonText(text))) throw refuseRequest('The body must be a JSON object.');
  return text;
}
