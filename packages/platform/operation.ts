import type * as z from 'zod/mini';
import { AppError } from './errors.ts';

/** The platform's products with their versions (docs/platform-api.md, chapter 9). */
export const PRODUCT_VERSIONS = { account: 1, location: 1, shipping: 2, pickups: 1, returns: 1, tracking: 1 };

/** Header of a call that the platform carries out once, however often it is sent: 2 sources for this name, 1 for another. */
export const ASSUMED_DEDUPLICATION_HEADER = 'X-Deduplication-Id';

export type Product = keyof typeof PRODUCT_VERSIONS;

/**
 * A call of the platform. The client's methods, the function's relay, the sandbox's routes, a broker's rights and the table in
 * docs/platform-api.md follow from it.
 */
export interface Operation<Body = unknown, Data = unknown> {
  product: Product;
  /** Public sources that know it (docs/platform-api.md, chapter 10). null: the platform's document promises it. */
  sources: number | null;
  method: 'GET' | 'POST' | 'PUT';
  /** Below the product's version; `{name}` stands for a parameter. */
  path: string;
  /** Names of the parameters in the query. `page` and `perPage` stand for the names that the settings give them. */
  query: readonly string[];
  /** ASSUMED: the platform's document doesn't show which scope a call needs. */
  scope: string;
  /** What is sent, checked before. Fields that it doesn't know are sent as they are. null: nothing. */
  body: z.ZodMiniType<Body> | null;
  /** What is answered: of it only what is used is required, the rest is kept. `label`: bytes, see labels.ts. */
  data: z.ZodMiniType<Data> | 'label';
  /**
   * Whether it may be sent again after a failure that leaves open if it was carried out: always, with the same deduplication id,
   * or never.
   */
  repeat: 'safe' | 'deduplicated' | 'never';
}

/** An operation with what most have: a GET that is safe to repeat, without query and body. */
export function operation<Body = null, Data = unknown>(
  described: Pick<Operation<Body, Data>, 'product' | 'sources' | 'path' | 'scope' | 'data'> &
    Partial<Operation<Body, Data>>,
): Operation<Body, Data> {
  return { method: 'GET', query: [], body: null, repeat: 'safe', ...described };
}

const PARAMETER = /\{(\w+)\}/g;

/** Names of an operation's parameters in the path, in their order. */
export const listParameters = ({ path }: Operation): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name]) => name!);

/**
 * Path of an operation below the platform's base address: `/shipping/v2/organizations/42/shipments`.
 * @param write how a parameter is written, by its name
 */
export function writePath(
  { product, path }: Pick<Operation, 'product' | 'path'>,
  write: (name: string) => string,
): string {
  return `/${product}/v${PRODUCT_VERSIONS[product]}/${path.replace(PARAMETER, (_, name: string) => write(name))}`;
}

/**
 * The same with values for the parameters, percent-encoded, so that an external id can't change the path.
 * @throws AppError `rejected` for a value that is missing, that a URL parser would resolve or drop (`.`, `..`, empty), or that isn't
 *   Unicode
 */
export function pathOf(
  operation: Pick<Operation, 'product' | 'path'>,
  values: Readonly<Record<string, string>> = {},
): string {
  return writePath(operation, (name) => {
    const value = values[name] ?? '';
    const encoded = ['', '.', '..'].includes(value) ? null : encode(value);
    if (encoded !== null) return encoded;
    const fields = [{ path: name, codes: [value === '' ? 'required' : 'invalid'] }];
    throw new AppError('rejected', `It was not sent: ${name} can't be "${value}".`, { fields });
  });
}

/** @returns null for half of a surrogate pair */
function encode(value: string): string | null {
  try {
    return encodeURIComponent(value);
  } catch {
    return null;
  }
}
