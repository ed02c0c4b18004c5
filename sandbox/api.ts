import type { IncomingMessage } from 'node:http';
import { answerControl, CONTROL_PATH, type ControlParts } from './control.ts';
import type { Answer, Route } from './host.ts';
import type { OAuthServer } from './oauth.ts';
import { listClosedIds } from './faults.ts';
import { drawPicture } from './pictures.ts';
import { makePage } from './points.ts';
import { Problem, replyJson, type Reply } from './reply.ts';
import { randomUUID } from 'node:crypto';
import { readJson } from './request-body.ts';
import type { RouteName } from './request-log.ts';
import {
  OPERATIONS,
  PRODUCT_VERSIONS,
  writePath,
  type Operation,
  type OperationName,
} from '#platform/operations.ts';

export interface ApiParts extends ControlParts {
  oauth: OAuthServer;
  maxPerPage: number;
}

/** What the API host does for an operation, once the token was checked. */
interface Service {
  /** Name in the request log and in faults. */
  name: RouteName;
  answer: Answer;
}

/** Routes of the API host. */
export function createApiRoutes(parts: ApiParts): Route[] {
  const { list, oauth, maxPerPage } = parts;
  const services: Record<OperationName, Service> = {
    listPoints: {
      name: 'points',
      answer: ({ url, faults }) => {
        for (const fault of faults) if (fault.kind === 'drift') list[fault.mode](fault.points ?? 1);
        const body = makePage(list.without(listClosedIds(faults)), url.searchParams, maxPerPage);
        return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
      },
    },
    createShipment: {
      name: 'shipments',
      answer: ({ request, rest, faults }) =>
        createShipment(request, decodePathPart(rest), listClosedIds(faults)),
    },
  };
  return [
    { name: undefined, path: CONTROL_PATH, answer: (exchange) => answerControl(parts, exchange) },
    ...Object.entries(OPERATIONS).map(([operationName, operation]: [string, Operation]): Route => {
      const { name, answer } = services[operationName as OperationName];
      return {
        name,
        path: new RegExp(`^${writePath(operation, () => '([^/]+)')}$`),
        method: operation.method,
        answer: async (exchange) => {
          await requireScope(exchange.request, oauth, operation.scope);
          return answer(exchange);
        },
      };
    }),
    {
      name: 'images',
      path: /^\/images\/(.+)\.svg$/,
      method: 'GET',
      answer: ({ rest }) => drawPicture(decodePathPart(rest)),
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

function decodePathPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem(400, 'Bad Request', 'The path is not properly percent-encoded.');
  }
}

/** Detail of the 404 for a path of the API host. */
export function explainUnknownPath(path: string): string {
  const [, product = '', version = ''] = path.split('/');
  if (!Object.hasOwn(PRODUCT_VERSIONS, product)) return `There is no product at ${path}.`;
  const shown = `v${PRODUCT_VERSIONS[product as Operation['product']]}`;
  if (version !== shown) return `The product ${product} is here in ${shown} only.`;
  return `The platform document does not show ${path}, so the sandbox does not have it.`;
}

const LIMIT_BYTES = 1024 * 1024;

/**
 * Creates a shipment (docs/platform-api.md, chapter 4). The document shows neither body nor response: any JSON object is
 * accepted and returned as `received`. Nothing is stored.
 */
async function createShipment(
  request: IncomingMessage,
  organizationId: string,
  closedIds: readonly string[],
): Promise<Reply> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem(415, 'Unsupported Media Type', 'The body must be application/json.');
  }
  const received = await readJson(request, LIMIT_BYTES);
  if (typeof received !== 'object' || received === null || Array.isArray(received)) {
    throw new Problem(400, 'Bad Request', 'The body must be a JSON object.');
  }
  const closed = closedIds.find((id) => holdsText(received, id));
  if (closed !== undefined) throw new Problem(422, 'Unprocessable Content', `The point ${closed} is closed.`);
  const createdAt = new Date().toISOString();
  return replyJson(201, { id: randomUUID(), organizationId, status: 'created', createdAt, received });
}

/** Whether a text is anywhere in a value: the document doesn't say which field names the point. */
function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((each) => holdsText(each, text));
  return value === text;
}
