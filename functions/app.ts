import { Hono } from 'hono';
import { STREETS_FOLDER } from '#contract/streets.ts';
import { createTokenCheck } from './http/answer-ready.ts';
import { addApiHeaders, answerPreflight, allowAnyOrigin } from './http/api-headers.ts';
import type { RateBucket } from './http/rate-limits.ts';
import type { FunctionSettings } from './config.ts';
import type { ApiContext, AppEnvironment, ServiceDependencies, LogLine, Services } from './context.ts';
import { computeInTurn, countRequest } from './http/count-request.ts';
import { createLogLimit } from './http/limit-log.ts';
import { isAllowed, isFromForeignPage, chooseRequestId } from './http/guards.ts';
import { nameKind } from './files/find-file.ts';
import { addPageHeaders, chooseStrictTransport } from './files/page-headers.ts';
import { createOwnLogouts } from './oauth/own-logouts.ts';
import { createRefreshOnce } from './oauth/recent-refreshes.ts';
import { createAppToken } from '#platform/app-token.ts';
import { createReturn, getReturnLabel } from '#platform/returns.ts';
import { trackParcels } from '#platform/tracking.ts';
import { createParcelReader } from './parcels/parcel-reader.ts';
import { createPublishedNetwork } from './points/published-network.ts';
import { RefusedError, findRefusal, refuse, type Refusal } from './http/refusal.ts';
import { createOwnReturns } from './returns/created-returns.ts';
import { listRoutes, type Route } from './routes.ts';
import { NO_STORE } from './files/store.ts';
import { createStreetsSearch } from './points/search-streets.ts';
import { createStreetsServer } from './files/serve-streets.ts';
import { NO_TURNS } from './http/turns.ts';

/** Creates the HTTP application, the same on Node, at the edge and in tests. */
export function createApp(
  settings: FunctionSettings,
  dependencies: ServiceDependencies,
): Hono<AppEnvironment> {
  const { now, log, count, servePage } = dependencies;
  const streets = createStreetsServer(dependencies.streets ?? NO_STORE, now);
  const services: Services = {
    ...dependencies,
    settings,
    appToken: createAppToken(settings.pointsScope, now),
    // Separate tokens: a platform that doesn't grant these scopes still lists its points.
    trackingToken: createAppToken(trackParcels.scope, now),
    parcels: createParcelReader(now),
    returnsToken: createAppToken(createReturn.scope, now),
    returnLabelsToken: createAppToken(getReturnLabel.scope, now),
    returns: dependencies.returns ?? createOwnReturns(),
    refreshOnce: createRefreshOnce(now),
    turns: dependencies.turns ?? NO_TURNS,
    revoked: dependencies.revoked ?? createOwnLogouts(now),
    published: createPublishedNetwork(dependencies),
    streetsSearch: createStreetsSearch(streets, dependencies.turns),
    checkToken: createTokenCheck(now),
  };
  const logSometimes = createLogLimit(log, now);
  const strictTransport = chooseStrictTransport(settings.appOrigin);
  // Strict: a path with an additional trailing slash matches no route.
  const app = new Hono<AppEnvironment>({ strict: true });

  app.use(async (c, next) => {
    const startedAtMs = now();
    const requestId = chooseRequestId(c.req.header('x-request-id'));
    c.set('requestId', requestId);
    c.set('route', 'unknown');
    c.set('upstream', []);
    await next();
    const { headers, status } = c.res;
    headers.set('x-request-id', requestId);
    const { error, detail, isFile, isCounted, upstream, outcomes, route } = c.var;
    if (isFile) addPageHeaders(c.res, new URL(c.req.raw.url).pathname, settings);
    else addApiHeaders(headers, strictTransport);
    // Files are logged on errors only: a visit loads about thirty.
    const isLogged = !isFile || error !== undefined;
    if (!isLogged && count === undefined) return;
    const line: LogLine = {
      time: new Date(startedAtMs).toISOString(),
      method: c.req.method,
      route,
      status,
      durationMs: now() - startedAtMs,
      requestId,
      upstream: upstream.length === 0 ? undefined : upstream,
      outcome: outcomes,
      error,
      detail,
    };
    if (isLogged) (isCounted ? log : logSometimes)(line);
    count?.(line);
  });

  for (const route of listRoutes(settings)) {
    app.all(route.path, async (c, next) => {
      if (route.isShared && c.req.method !== route.method) return next();
      c.set('route', route.path);
      // Before the checks, so that pages can read refusals too.
      if (route.isCors) allowAnyOrigin(c);
      await checkRequest(c, route, services);
      return route.isCors && c.req.method === 'OPTIONS' ? answerPreflight(c) : route.answer(c, services);
    });
  }

  // A route instead of Hono's `notFound`: if that throws, the response lacks the headers above.
  app.all('*', async (c) => {
    const { method, path, raw } = c.req;
    // Hono decodes most of `path`, but files are found by their exact names only.
    const { pathname } = new URL(raw.url);
    const isApi = /^\/+api(\/|$)/i.test(path);
    const isStreets = pathname.startsWith(STREETS_FOLDER);
    const serve = isStreets ? streets.serve : isApi ? undefined : servePage;
    if (serve === undefined || !/^(GET|HEAD)$/.test(method)) {
      await countRequest(c, 'refused', services);
      return answerRefusal(c, { status: 404, error: 'not_found' });
    }
    c.set('isFile', true);
    c.set('route', nameKind(pathname));
    return serve(raw);
  });

  app.onError((error, c) => answerRefusal(c, findRefusal(error) ?? refuseUnexpected(error)));
  return app;
}

/**
 * Checks method, guard and rate limit before a route runs. Method and guard are evaluated first, since they choose the bucket:
 * requests that any page can make a visitor's browser send are counted apart from the visitor's own.
 */
async function checkRequest(c: ApiContext, route: Route, services: Services): Promise<void> {
  const { headers } = c.req.raw;
  const refusal = checkCaller(c.req.method, headers, route, services.settings.appOrigin);
  const bucket = refusal !== null ? 'refused' : chooseBucket(c.req.method, headers, route);
  if (bucket !== null) {
    // Refusals take time too, so a client that sends a burst of requests also waits for its turn to
    // be refused.
    await computeInTurn(c, services, services.turns.pause, 'arriving');
    await countRequest(c, bucket, services);
    c.set('isCounted', true);
  }
  if (refusal !== null) throw refusal;
}

function chooseBucket(method: string, headers: Headers, route: Route): RateBucket | null {
  const isForeign = isFromForeignPage(headers) && !route.forShops;
  return isForeign || method === 'OPTIONS' ? 'foreign' : route.bucket;
}

function checkCaller(method: string, headers: Headers, route: Route, appOrigin: string): RefusedError | null {
  // A preflight for another method must be refused too: browsers send a POST whatever methods a
  // granted preflight lists (Fetch §4.8).
  const isPreflight =
    method === 'OPTIONS' &&
    route.isCors === true &&
    /^(GET|HEAD)$/.test(headers.get('access-control-request-method') ?? 'GET');
  if ((method === 'HEAD' ? 'GET' : method) !== route.method && !isPreflight) {
    const allow = { allow: route.method === 'GET' ? 'GET, HEAD' : route.method };
    return new RefusedError({ status: 405, error: 'invalid_request', headers: allow });
  }
  return isAllowed(route.guard, headers, appOrigin) ? null : refuse(403, 'access_denied');
}

function refuseUnexpected(error: Error): Refusal {
  // Only the stack frames: the message may quote request data.
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { status: 500, error: 'server_error', detail: [error.name, ...places].join(' ') };
}

function answerRefusal(c: ApiContext, refusal: Refusal): Response {
  c.set('error', refusal.error);
  if (refusal.detail !== undefined) c.set('detail', refusal.detail);
  const { error, message, headers = {} } = refusal;
  const body = { error, request_id: c.get('requestId'), ...(message === undefined ? {} : { message }) };
  return c.json(body, refusal.status, { ...headers });
}
