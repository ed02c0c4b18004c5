import type * as z from 'zod/mini';
import { AppError } from './errors.ts';

/** The platform's products with their versions (docs/platform-api.md, chapter 9). */
export const PRODUCT_VERSIONS = { account: 1, location: 1, shipping: 2, pickups: 1, returns: 1, tracking: 1 };

/**
 * Header that makes the platform carry out a repeated call only once: 2 sources for this name, 1 for
 * another.
 */
export const ASSUMED_DEDUPLICATION_HEADER = 'X-Deduplication-Id';

export type Product = keyof typeof PRODUCT_VERSIONS;

/**
 * A call of the platform's API. The client's methods, the function's relay, the sandbox's routes, a
 * broker's rights and the table in docs/platform-api.md are derived from it.
 */
export interface Operation<Body = unknown, Data = unknown> {
  product: Product;
  /**
   * Number of public sources that show it (docs/platform-api.md, chapter 10). null: the platform's document
   * promises it.
   */
  sources: number | null;
  method: 'GET' | 'POST' | 'PUT';
  /** Path below the product's version; `{name}` stands for a parameter. */
  path: string;
  /** Names of the query parameters. `page` and `perPage` stand for the names in the settings. */
  query: readonly string[];
  /** ASSUMED: the platform's document doesn't show which scope a call needs. */
  scope: string;
  /**
   * Schema of the request body, which is checked before sending. Unknown fields are sent as they are. null:
   * no body.
   */
  body: z.ZodMiniType<Body> | null;
  /**
   * Schema of the answer. It requires only the fields that we use, and keeps all others. `label`: bytes,
   * see labels.ts.
   */
  data: z.ZodMiniType<Data> | 'label';
  /**
   * Whether to send it again after a failure that doesn't tell if it was carried out: always, with the same
   * deduplication id, or never.
   */
  repeat: 'safe' | 'deduplicated' | 'never';
}

/** Creates an operation. Default: a GET without query and body, which is safe to repeat. */
export function operation<Body = null, Data = unknown>(
  fields: Pick<Operation<Body, Data>, 'product' | 'sources' | 'path' | 'scope' | 'data'> &
    Partial<Operation<Body, Data>>,
): Operation<Body, Data> {
  return { method: 'GET', query: [], body: null, repeat: 'safe', ...fields };
}

const PARAMETER = /\{(\w+)\}/g;

/** Names of an operation's path parameters, in their order. */
export const listPathParameters = ({ path }: Operation): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name]) => name!);

/**
 * Path of an operation below the platform's base address: `/shipping/v2/organizations/42/shipments`.
 * @param write returns the text for a parameter, by its name
 */
export function writePath(
  { product, path }: Pick<Operation, 'product' | 'path'>,
  write: (name: string) => string,
): string {
  return `/${product}/v${PRODUCT_VERSIONS[product]}/${path.replace(PARAMETER, (_, name: string) => write(name))}`;
}

/**
 * The path with values for its parameters, percent-encoded, so that an external id can't change the path.
 * @throws AppError `rejected` for a value that is missing, that a URL parser would resolve or drop (`.`,
 *   `..`, empty), or that isn't well-formed Unicode
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

/** @returns null for a lone surrogate */
function encode(value: string): string | null {
  try {
    return encodeURIComponent(value);
  } catch {
    return null;
  }
}
