import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { replaceAnswer, rewriteJson, sumLatencyMilliseconds } from './fault-effects.ts';
import { FAULT_ROUTES, type Fault, type FaultBoard, type FaultRoute } from './faults.ts';
import { Problem, replyProblem, type Reply } from './reply.ts';
import type { HostName, LoggedRequest, RequestLog, RouteName } from './request-log.ts';

/** A request that a host serves. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  requestId: string;
  /** Named groups of the route's pattern, decoded. */
  parameters: Record<string, string>;
  /** The faults that hit this request. */
  faults: Fault[];
}

/** Handles a request. Returns the response, or undefined if it has written it itself (as the OAuth server does). */
export type SandboxAnswer = (exchange: Exchange) => Promise<Reply | undefined> | Reply | undefined;

export interface SandboxRoute {
  /** Name in the request log and in faults; undefined for control endpoints, which have no log entries, faults or CORS headers. */
  name: RouteName | undefined;
  /** Pattern of the path. Routes with the same pattern differ by their method. */
  path: RegExp;
  /** The method that is allowed; if absent, `answer` checks it. */
  method?: 'GET' | 'POST' | 'PUT';
  answer: SandboxAnswer;
}

export interface HostParts {
  name: HostName;
  origin: string;
  /** Location of redirect faults that don't have their own. */
  redirectTarget: string;
  cors: boolean;
  board: FaultBoard;
  log: RequestLog;
  routes: readonly SandboxRoute[];
  /** Detail of the 404 for a path without a route. */
  explainUnknown: (path: string) => string;
}

const SANE_REQUEST_ID = /^[\x21-\x7e]{1,200}$/;

const isFaultRoute = (route: RouteName | undefined): route is FaultRoute =>
  FAULT_ROUTES.some((name) => name === route);

/**
 * Creates an origin of the platform. Every response has an X-Request-Id (docs/platform-api.md, chapter 4 "Request identifiers").
 * Logs requests and applies active faults in the same way for all routes.
 */
export function createHost(parts: HostParts): RequestListener {
  return (request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  };
}

async function serve(parts: HostParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url?.startsWith('/') ? parts.origin + request.url : parts.origin);
  const receivedId = request.headers['x-request-id'];
  const requestId =
    typeof receivedId === 'string' && SANE_REQUEST_ID.test(receivedId) ? receivedId : randomUUID();
  const preflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  const { route, allowed } = findRoute(parts.routes, url.pathname, request.method ?? '');
  const routeName = route === undefined ? 'other' : route.name;
  // Web pages may read the platform's answers, but not control the sandbox.
  const cors = parts.cors && routeName !== undefined;
  const faults = isFaultRoute(routeName) ? parts.board.draw(routeName, preflight) : [];
  const entry: LoggedRequest = {
    at: new Date().toISOString(),
    host: parts.name,
    route: preflight ? 'preflight' : (routeName ?? 'other'),
    method: request.method ?? '',
    path: url.pathname,
    queryNames: [...url.searchParams.keys()],
    status: null,
    requestId,
    headerNames: Object.keys(request.headers),
    hadCookie: request.headers.cookie !== undefined,
    hadAuthorization: request.headers.authorization !== undefined,
  };
  if (routeName) parts.log.add(entry);
  wrapHead(response, entry, faults, cors);
  wrapBody(response, faults);

  const latency = sumLatencyMilliseconds(faults, Math.random);
  if (latency > 0) await wait(latency);
  if (faults.some((fault) => fault.kind === 'close' && fault.ids === undefined)) {
    request.socket.destroy();
    return;
  }
  if (preflight && cors) {
    write(response, { status: 204, headers: PREFLIGHT_HEADERS, body: '' });
    return;
  }
  const replacement = replaceAnswer(faults, parts.redirectTarget);
  const exchange = { request, response, url, requestId, parameters: {}, faults };
  const reply = replacement ?? (await answerSafely(parts, route, allowed, exchange));
  if (reply) write(response, reply);
}

/** Finds the route of a path and method. For a wrong method, returns a route of the path and all methods that it allows. */
function findRoute(routes: readonly SandboxRoute[], path: string, method: string) {
  const [first] = routes.filter((candidate) => candidate.path.test(path));
  const same = routes.filter((candidate) => candidate.path.source === first?.path.source);
  const route = same.find((candidate) => candidate.method === undefined || candidate.method === method);
  return {
    route: route ?? first,
    allowed: route === undefined ? same.map((candidate) => candidate.method) : null,
  };
}

/** @throws Problem 400 if the path isn't properly percent-encoded */
function readParameters({ path }: SandboxRoute, { pathname }: URL): Record<string, string> {
  try {
    const groups = Object.entries(path.exec(pathname)?.groups ?? {});
    return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    throw new Problem(400, 'Bad Request', 'The path is not properly percent-encoded.');
  }
}

const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'X-Request-Id' };
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Deduplication-Id, X-Request-Id',
  'Access-Control-Max-Age': '600',
};

async function answerSafely(
  { explainUnknown }: HostParts,
  route: SandboxRoute | undefined,
  allowed: readonly SandboxRoute['method'][] | null,
  exchange: Exchange,
): Promise<Reply | undefined> {
  try {
    if (route === undefined) throw new Problem(404, 'Not Found', explainUnknown(exchange.url.pathname));
    const Allow = allowed?.join(', ');
    if (Allow !== undefined)
      throw new Problem(405, 'Method Not Allowed', `This address supports ${Allow} only.`, { Allow });
    return await route.answer({ ...exchange, parameters: readParameters(route, exchange.url) });
  } catch (error) {
    if (error instanceof Problem) return replyProblem(error, exchange.requestId);
    console.error(error);
    return replyProblem(new Problem(500, 'Internal Server Error', 'The sandbox failed.'), exchange.requestId);
  }
}

function write(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  const bytes = Buffer.from(reply.body);
  if (reply.status !== 204 && reply.status !== 304) response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Sets the headers of every response just before it is sent, so that no handler can remove or change them. */
function wrapHead(response: ServerResponse, entry: LoggedRequest, faults: Fault[], cors: boolean): void {
  const withoutCors = !cors || faults.some((fault) => fault.kind === 'no-cors');
  // Set them in advance, too: the OAuth server doesn't set CORS headers that exist already.
  if (!withoutCors) response.setHeaders(new Map(Object.entries(CORS_HEADERS)));
  const idFault = faults.find((fault) => fault.kind === 'request-id')?.mode;
  const original = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: []) => {
    if (withoutCors) {
      for (const name of response.getHeaderNames()) {
        if (name.startsWith('access-control-')) response.removeHeader(name);
      }
    }
    if (idFault !== 'missing')
      response.setHeader('X-Request-Id', idFault === 'wrong' ? randomUUID() : entry.requestId);
    entry.status = status;
    return original(status, ...rest);
  };
}

const JSON_TYPE = /^application\/(\w+\+)?json/;
const LABEL_TYPE = /^(application\/pdf|text\/zpl)$/;

/** Applies faults to the bodies of successful JSON responses and labels, including those that the OAuth server writes. */
function wrapBody(response: ServerResponse, faults: Fault[]): void {
  if (faults.length === 0) return;
  const original = response.end.bind(response);
  response.end = ((body?: unknown) => {
    const type = String(response.getHeader('content-type'));
    const isBody = response.statusCode < 300 && (typeof body === 'string' || Buffer.isBuffer(body));
    if (!isBody || !(JSON_TYPE.test(type) || LABEL_TYPE.test(type))) return original(body as string);
    const bytes = Buffer.from(JSON_TYPE.test(type) ? rewriteJson(body.toString(), faults) : body);
    const sent = faults.some((fault) => fault.kind === 'truncate')
      ? bytes.subarray(0, Math.floor(bytes.length / 2))
      : bytes;
    response.setHeader('Content-Length', sent.length);
    return original(sent);
  }) as ServerResponse['end'];
}
