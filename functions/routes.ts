import { writePath, type Operation } from '#platform/operation.ts';
import { OPERATIONS } from '#platform/operations.ts';
import { answerReady } from './http/answer-ready.ts';
import { type FunctionSettings, redirectUriOf } from './config.ts';
import type { ApiContext, Services } from './context.ts';
import type { Guard } from './http/guards.ts';
import { answerDescription } from './http/openapi/describe-api.ts';
import { answerLogout, answerToken } from './oauth/answer-token.ts';
import { answerCalendar } from './parcels/answer-calendar.ts';
import { answerParcel, answerParcels } from './parcels/answer-parcels.ts';
import { answerBatch } from './points/answer-batch.ts';
import { answerNearest } from './points/answer-nearest.ts';
import { answerPoint } from './points/answer-point.ts';
import { answerPoints } from './points/answer-points.ts';
import { answerChoice } from './choices/answer-choice.ts';
import { answerReturn } from './returns/answer-return.ts';
import { answerReturnLabel } from './returns/answer-return-label.ts';
import type { RateBucket } from './http/rate-limits.ts';
import { relay } from './relay/relay.ts';
import type { ChooseReturns } from '#contract/choose-return.ts';
import type { EmbedHosts } from '#contract/function-answers.ts';
import type { LoginSettings } from '#contract/login-settings.ts';

export interface Route {
  method: Operation['method'];
  path: string;
  guard: Guard;
  /**
   * Null for cheap routes without a limit: a node whose health probes are refused would be treated as down. Their lines in the log
   * are limited instead.
   */
  bucket: RateBucket | null;
  /** Whether pages of any origin may read the response. Never with cookies: browsers reject `*` for requests with credentials. */
  isCors?: true;
  /** Whether the route is for shops' pages: their requests then count in its own bucket, not in `foreign`. */
  forShops?: true;
  /** Whether the path belongs to a later route for requests with other methods. */
  isShared?: true;
  answer: (c: ApiContext, services: Services) => Response | Promise<Response>;
}

type RouteRules = Omit<Route, 'method' | 'path' | 'answer'>;
const get = (path: string, rules: RouteRules, answer: Route['answer']): Route => ({
  method: 'GET',
  path,
  ...rules,
  answer,
});
const post: typeof get = (...words) => ({ ...get(...words), method: 'POST' });

const ROUTES: readonly Route[] = [
  get('/api/health', { guard: 'anyone', bucket: null }, (c) => c.json({ status: 'ok' })),
  get('/api/ready', { guard: 'own-site', bucket: null }, answerReady),
  get('/api/openapi.json', { guard: 'anyone', bucket: 'openapi', isCors: true }, answerDescription),
  get('/api/config', { guard: 'own-site', bucket: 'config' }, answerLoginSettings),
  get('/api/embed', { guard: 'own-site', bucket: 'embed' }, answerEmbedHosts),
  get('/api/choose', { guard: 'own-site', bucket: 'embed' }, answerChooseReturns),
  get('/api/points', { guard: 'own-site', bucket: 'compute' }, answerPoints),
  // Not below `/api/points/`, where it would be the path of a point with that id.
  get(
    '/api/nearest-points',
    { guard: 'anyone', bucket: 'compute', isCors: true, forShops: true },
    answerNearest,
  ),
  // GET there is the check of a point with the id `check`.
  post('/api/points/check', { guard: 'anyone', bucket: 'compute', isShared: true }, answerBatch),
  get('/api/points/:id', { guard: 'anyone', bucket: 'compute', isCors: true }, answerPoint),
  get('/api/parcels', { guard: 'anyone', bucket: 'parcel', isCors: true }, answerParcels),
  get('/api/parcels/:number', { guard: 'anyone', bucket: 'parcel', isCors: true }, answerParcel),
  get(
    '/api/parcels/:number/calendar.ics',
    { guard: 'anyone', bucket: 'parcel', isCors: true },
    answerCalendar,
  ),
  // Apps and servers may use it. Pages of other sites can't: they open the shop's link.
  post('/api/point-choices', { guard: 'anyone', bucket: 'choice' }, answerChoice),
  post('/api/returns', { guard: 'own-page-writing', bucket: 'return' }, answerReturn),
  post('/api/returns/label', { guard: 'own-page-writing', bucket: 'return' }, answerReturnLabel),
  post('/api/oauth/token', { guard: 'own-page-writing', bucket: 'token' }, answerToken),
  post('/api/oauth/logout', { guard: 'own-page-writing', bucket: 'logout' }, answerLogout),
];

const RELAY = '/api/platform';
const RELAY_ROUTES = Object.values(OPERATIONS).map((operation: Operation, at, all: Operation[]): Route => {
  const path = RELAY + writePath(operation, (name) => `:${name}`);
  const isReading = operation.method === 'GET';
  return {
    method: operation.method,
    path,
    guard: isReading ? 'own-page' : 'own-page-writing',
    bucket: isReading ? 'list' : 'shipment',
    ...(all.slice(at + 1).some((later) => isSamePath(later, operation)) && { isShared: true as const }),
    answer: (c, services) => relay(c, services, operation),
  };
});

function isSamePath(one: Operation, other: Operation): boolean {
  return one.product === other.product && one.path === other.path;
}

/** All routes. Each path has one method, unless it is shared. */
export function listRoutes(settings: FunctionSettings): readonly Route[] {
  return settings.calls === 'relay' ? [...ROUTES, ...RELAY_ROUTES] : ROUTES;
}

/** `GET /api/config`: the public settings with which the broker's pages start a login. */
function answerLoginSettings(c: ApiContext, { settings }: Services): Response {
  const answer: LoginSettings = {
    issuer: settings.issuer,
    issRequired: settings.issRequired,
    authorizationEndpoint: `${settings.addresses.account}/oauth2/authorize`,
    clientId: settings.clientId,
    redirectUri: redirectUriOf(settings),
    scope: settings.scope,
    ...(settings.calls === 'relay'
      ? { platformBaseUrl: '/api/platform' }
      : { platformBaseUrl: settings.addresses.base, deduplicationHeader: settings.deduplicationHeader }),
    pageParameter: settings.paging.page,
    perPageParameter: settings.paging.perPage,
  };
  return c.json(answer);
}

/** `GET /api/embed`: the origins that may frame `/embed`. The page needs them to know whom to answer. */
function answerEmbedHosts(c: ApiContext, { settings }: Services): Response {
  const answer: EmbedHosts = { origins: [settings.appOrigin, ...settings.embedOrigins] };
  return c.json(answer);
}

/** `GET /api/choose`: the addresses to which `/choose` may return a choice. */
function answerChooseReturns(c: ApiContext, { settings }: Services): Response {
  const answer: ChooseReturns = { returns: [...settings.chooseReturns] };
  return c.json(answer);
}
