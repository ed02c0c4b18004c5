import type { IncomingMessage } from 'node:http';
import { OPERATIONS, type OperationName } from '#platform/operations.ts';
import {
  listPathParameters,
  PRODUCT_VERSIONS,
  writePath,
  type Operation,
  type Product,
} from '#platform/operation.ts';
import type { SandboxCarrier } from './carrier/carrier.ts';
import { showCarrier } from './carrier/page.ts';
import { createPickups } from './carrier/pickups.ts';
import { createReturns } from './carrier/returns.ts';
import { createShipments } from './carrier/shipments.ts';
import { answerTracking } from './carrier/tracking.ts';
import { answerControl, CONTROL_PATH, refuseWebPages, type ControlParts } from './control.ts';
import type { SandboxAnswer, SandboxRoute } from './host.ts';
import type { OAuthServer } from './oauth.ts';
import { drawPicture } from './pictures.ts';
import { Problem } from './reply.ts';
import type { RouteName } from './request-log.ts';
import { createPointServices } from './point-services.ts';

export interface ApiParts extends ControlParts {
  oauth: OAuthServer;
}

/** Names of the products' routes in the request log and in faults. */
const ROUTE_NAMES: Readonly<Record<Product, RouteName>> = {
  account: 'other',
  location: 'points',
  shipping: 'shipments',
  pickups: 'pickups',
  returns: 'returns',
  tracking: 'tracking',
};

/** Creates the API host's handlers for each operation; they run after the token was checked. */
function createServices(carrier: SandboxCarrier): Record<OperationName, SandboxAnswer> {
  return {
    ...createPointServices(carrier),
    ...createShipments(carrier),
    ...createReturns(carrier),
    ...createPickups(carrier),
    trackParcels: answerTracking(carrier),
  };
}

/** Creates the routes of the API host. */
export function createApiRoutes(parts: ApiParts): SandboxRoute[] {
  const { oauth, carrier, board } = parts;
  const services = createServices(carrier);
  const operations: [string, Operation][] = Object.entries(OPERATIONS);
  // Put `points/search-by-location` before `points/{pointId}`.
  operations.sort(([, a], [, b]) => listPathParameters(a).length - listPathParameters(b).length);
  return [
    { name: undefined, path: CONTROL_PATH, answer: (exchange) => answerControl(parts, exchange) },
    {
      name: undefined,
      path: /^\/$/,
      method: 'GET',
      answer: ({ request, url }) => {
        refuseWebPages(request, url);
        return showCarrier(carrier, board);
      },
    },
    ...operations.map(([operationName, operation]): SandboxRoute => {
      const answer = services[operationName as OperationName];
      return {
        name: ROUTE_NAMES[operation.product],
        path: new RegExp(`^${writePath(operation, (parameter) => `(?<${parameter}>[^/]+)`)}$`),
        method: operation.method,
        answer: async (exchange) => {
          await requireScope(exchange.request, oauth, operation.scope);
          return answer(exchange);
        },
      };
    }),
    {
      name: 'images',
      path: /^\/images\/(?<picture>.+)\.svg$/,
      method: 'GET',
      answer: ({ parameters }) => drawPicture(parameters.picture!),
    },
  ];
}

/**
 * Checks that a request bears a valid access token with the scope (docs/platform-api.md, chapter 5; header values after
 * RFC 6750 §3).
 * @throws Problem 401 if the token is missing, unknown, expired or revoked; 403 if the scope was not granted.
 */
async function requireScope(request: IncomingMessage, oauth: OAuthServer, scope: string): Promise<void> {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const scopes = token === undefined ? undefined : await oauth.findScopes(token);
  if (!scopes) {
    throw new Problem(
      401,
      'Unauthorized',
      'This operation needs a valid access token: Authorization: Bearer <token>.',
      {
        'WWW-Authenticate': 'Bearer error="invalid_token"',
      },
    );
  }
  if (!scopes.has(scope)) {
    throw new Problem(403, 'Forbidden', `The access token was not granted ${scope}.`, {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  }
}

/** Explains the 404 for a path of the API host. */
export function explainUnknownPath(path: string): string {
  const [, product = '', version = ''] = path.split('/');
  if (!Object.hasOwn(PRODUCT_VERSIONS, product)) return `There is no product at ${path}.`;
  const supported = `v${PRODUCT_VERSIONS[product as Operation['product']]}`;
  if (version !== supported) return `The sandbox has the product ${product} in ${supported} only.`;
  return `There is no known operation of the platform at ${path}.`;
}
