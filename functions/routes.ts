import { productPath } from '../src/lib/platform/products.ts';
import { answerEmbedHosts, answerLoginSettings } from './answer-settings.ts';
import { answerReady } from './answer-ready.ts';
import type { Settings } from './config.ts';
import type { ApiContext, Tools } from './context.ts';
import type { Guard } from './guards.ts';
import { answerDescription } from './openapi/answer-description.ts';
import { answerLogout } from './oauth/answer-logout.ts';
import { answerToken } from './oauth/answer-token.ts';
import { answerNearest } from './points/answer-nearest.ts';
import { answerPoint } from './points/answer-point.ts';
import { answerPoints } from './points/answer-points.ts';
import type { RateBucket } from './rate-limits.ts';
import { relayPoints } from './relay/relay-points.ts';
import { relayShipment } from './relay/relay-shipment.ts';

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  guard: Guard;
  /** Null for what must answer whoever else asks, and costs nothing: a node whose probes are refused is taken for dead. */
  rate: RateBucket | null;
  /** Whether pages of any origin may read the answer. Without cookies: browsers take `*` for those alone. */
  shared?: true;
  /** Whether shops' pages are who asks: they aren't counted apart then, with whatever other foreign pages ask. */
  forShops?: true;
  answer: (c: ApiContext, tools: Tools) => Response | Promise<Response>;
}

const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/health',
    guard: 'anyone',
    rate: null,
    answer: (c) => c.json({ status: 'ok' }),
  },
  { method: 'GET', path: '/api/ready', guard: 'own-site', rate: null, answer: answerReady },
  {
    method: 'GET',
    path: '/api/openapi.json',
    guard: 'anyone',
    rate: 'openapi',
    shared: true,
    answer: answerDescription,
  },
  { method: 'GET', path: '/api/config', guard: 'own-site', rate: 'config', answer: answerLoginSettings },
  { method: 'GET', path: '/api/embed', guard: 'own-site', rate: 'embed', answer: answerEmbedHosts },
  { method: 'GET', path: '/api/points', guard: 'own-site', rate: 'list', answer: answerPoints },
  // Before the next one, to which it would be an id.
  {
    method: 'GET',
    path: '/api/points/nearest',
    guard: 'anyone',
    rate: 'nearest',
    shared: true,
    forShops: true,
    answer: answerNearest,
  },
  {
    method: 'GET',
    path: '/api/points/:id',
    guard: 'anyone',
    rate: 'point',
    shared: true,
    answer: answerPoint,
  },
  { method: 'POST', path: '/api/oauth/token', guard: 'own-page-writing', rate: 'token', answer: answerToken },
  {
    method: 'POST',
    path: '/api/oauth/logout',
    guard: 'own-page-writing',
    rate: 'logout',
    answer: answerLogout,
  },
];

const RELAY = '/api/platform';
const RELAY_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: RELAY + productPath('location', 'points'),
    guard: 'own-page',
    rate: 'list',
    answer: relayPoints,
  },
  {
    method: 'POST',
    path: `${RELAY}${productPath('shipping', 'organizations')}/:organizationId/shipments`,
    guard: 'own-page-writing',
    rate: 'shipment',
    answer: relayShipment,
  },
];

/** Every route there is. A path has one method. */
export function listRoutes(settings: Settings): readonly Route[] {
  return settings.calls === 'relay' ? [...ROUTES, ...RELAY_ROUTES] : ROUTES;
}
