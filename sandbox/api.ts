import type { IncomingMessage } from 'node:http';
import { answerControl, CONTROL_PREFIX, type ControlParts } from './control.ts';
import type { Exchange } from './host.ts';
import type { OAuthServer } from './oauth.ts';
import { drawPicture } from './pictures.ts';
import { makePage } from './points.ts';
import { Problem, type Reply } from './reply.ts';
import type { RouteName } from './request-log.ts';
import { createShipment } from './shipments.ts';

const POINTS_PATH = '/location/v1/points';
const SHIPMENTS_PATH = /^\/shipping\/v2\/organizations\/([^/]+)\/shipments$/;
const IMAGE_PATH = /^\/images\/(.+)\.svg$/;

/** The versions the platform document shows (docs/platform-api.md, chapter 9), for a clearer 404. */
const SHOWN_VERSIONS: Readonly<Record<string, string>> = {
  account: 'v1',
  location: 'v1',
  shipping: 'v2',
  pickups: 'v1',
  returns: 'v1',
  tracking: 'v1',
};

/** The route an API host's path belongs to; undefined for the sandbox's own switches. */
export function nameApiRoute(pathname: string): RouteName | undefined {
  if (pathname.startsWith(CONTROL_PREFIX)) return undefined;
  if (pathname === POINTS_PATH) return 'points';
  if (SHIPMENTS_PATH.test(pathname)) return 'shipments';
  return pathname.startsWith('/images/') ? 'images' : 'other';
}

export interface ApiParts extends ControlParts {
  oauth: OAuthServer;
  maxPerPage: number;
}

/** Answers the API host's requests. */
export async function answerApi(parts: ApiParts, exchange: Exchange): Promise<Reply> {
  const { request, url } = exchange;
  const path = url.pathname;
  if (path.startsWith(CONTROL_PREFIX)) return answerControl(parts, exchange);
  if (path === POINTS_PATH) {
    requireMethod(request.method, 'GET');
    await requireScope(request, parts.oauth, 'api:points:read');
    moveList(parts, exchange);
    const body = makePage(parts.list, url.searchParams, parts.maxPerPage);
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
  }
  const organization = SHIPMENTS_PATH.exec(path)?.[1];
  if (organization !== undefined) {
    requireMethod(request.method, 'POST');
    await requireScope(request, parts.oauth, 'api:shipments:write');
    return createShipment(request, decodePathPart(organization));
  }
  const image = IMAGE_PATH.exec(path)?.[1];
  if (image !== undefined) {
    requireMethod(request.method, 'GET');
    return drawPicture(decodePathPart(image));
  }
  throw new Problem(404, 'Not Found', explainUnknownPath(path));
}

function moveList({ list }: ApiParts, { faults }: Exchange): void {
  for (const fault of faults) {
    if (fault.kind === 'drift') list[fault.mode](fault.points ?? 1);
  }
}

/**
 * Lets a request pass that bears a living access token with the scope (docs/platform-api.md, chapter 5; header values
 * after RFC 6750 §3).
 * @throws Problem 401 where the token is missing, unknown, expired or revoked; 403 where the scope was not granted.
 */
async function requireScope(request: IncomingMessage, oauth: OAuthServer, scope: string): Promise<void> {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const scopes = token === undefined ? undefined : await oauth.findScopes(token);
  if (!scopes) {
    throw new Problem(401, 'Unauthorized', 'A valid access token is needed: Authorization: Bearer <token>.', {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  }
  if (!scopes.has(scope)) {
    throw new Problem(403, 'Forbidden', `The access token was not granted ${scope}.`, {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  }
}

function requireMethod(method: string | undefined, allowed: string): void {
  if (method === allowed) return;
  throw new Problem(405, 'Method Not Allowed', `This address takes ${allowed} only.`, { Allow: allowed });
}

function decodePathPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem(400, 'Bad Request', 'The path is not properly percent-encoded.');
  }
}

function explainUnknownPath(path: string): string {
  const [, product = '', version = ''] = path.split('/');
  const shown = SHOWN_VERSIONS[product];
  if (shown === undefined) return `There is no product at ${path}.`;
  if (version !== shown) return `The product ${product} is here in ${shown} only.`;
  return `The platform document does not show ${path}, so the sandbox does not have it.`;
}
