import * as z from 'zod/mini';
import { pointsPageSchema } from './point.ts';
import type { PlatformAnswer, Send } from './request.ts';

/** The platform's products with their versions (docs/platform-api.md, chapter 9). */
export const PRODUCT_VERSIONS = { account: 1, location: 1, shipping: 2, pickups: 1, returns: 1, tracking: 1 };

/** A call of the platform. The client, the function's relay, the sandbox's routes and a broker's rights follow from it. */
export interface Operation<Data = unknown> {
  product: keyof typeof PRODUCT_VERSIONS;
  method: 'GET' | 'POST';
  /** Below the product's version; `{name}` stands for a parameter. */
  path: string;
  /** ASSUMED: the platform's document doesn't show which scope a call needs. */
  scope: string;
  /** Whether its query is the page and the number of items in it. */
  isPaged?: true;
  data: z.ZodMiniType<Data>;
}

const operation = <Data>(described: Operation<Data>) => described;

export const OPERATIONS = {
  listPoints: operation({
    product: 'location',
    method: 'GET',
    path: 'points',
    scope: 'api:points:read',
    isPaged: true,
    data: pointsPageSchema,
  }),
  createShipment: operation({
    product: 'shipping',
    method: 'POST',
    path: 'organizations/{organizationId}/shipments',
    scope: 'api:shipments:write',
    // The platform's document shows neither body nor answer (chapter 4): any JSON is taken as it is.
    data: z.unknown(),
  }),
};

export type OperationName = keyof typeof OPERATIONS;

const PARAMETER = /\{(\w+)\}/g;

/**
 * Path of an operation below the platform's base address: `/shipping/v2/organizations/42/shipments`.
 * @param write how a parameter is written, by its name
 */
export function writePath({ product, path }: Operation, write: (name: string) => string): string {
  return `/${product}/v${PRODUCT_VERSIONS[product]}/${path.replace(PARAMETER, (_, name: string) => write(name))}`;
}

/**
 * The same with values for the parameters, percent-encoded, so that an external id can't change the path.
 * @throws RangeError for a value that is missing or that a URL parser would resolve or drop (`.`, `..`, empty)
 */
export function pathOf(operation: Operation, values: Readonly<Record<string, string>> = {}): string {
  return writePath(operation, (name) => {
    const value = values[name] ?? '';
    if (['', '.', '..'].includes(value)) throw new RangeError(`${name} can't be "${value}"`);
    return encodeURIComponent(value);
  });
}

/**
 * Makes a call. A POST is sent again only after a 401, with a new token: after a failure with an unknown outcome (`network`,
 * `timeout`) ask the platform about the request id before sending it again.
 * @param baseUrl of the platform, or of our relay
 * @throws AppError as `send` does; RangeError as `pathOf` does
 */
export function call<Data>(
  send: Send,
  baseUrl: string,
  operation: Operation<Data>,
  values: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<PlatformAnswer<Data>> {
  const { method, data } = operation;
  return send({ method, url: baseUrl + pathOf(operation, values), body, schema: data });
}
