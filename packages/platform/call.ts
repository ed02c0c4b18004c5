import { checkBody } from './check-body.ts';
import { checkDeduplicationId } from './deduplication-id.ts';
import { AppError, type ErrorCode } from './errors.ts';
import { LABEL_FORMATS, readLabel, type Label, type LabelFormat } from './labels.ts';
import { ASSUMED_DEDUPLICATION_HEADER, pathOf, type Operation } from './operation.ts';
import { readFields } from './read-fields.ts';
import type { PlatformAnswer, Send } from './request.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';
import * as z from 'zod/mini';

/** Where calls go, and how. */
export interface Calls {
  send: Send;
  /** Of the platform, or of our relay of it; without a trailing slash. */
  baseUrl: string | ((product: Operation['product']) => string);
  /** Header of the deduplication id. */
  deduplicationHeader?: string | undefined;
  /** Weights and measures are written as JSON numbers (3 sources) unless this says as texts (2). */
  amounts?: 'number' | 'text';
  /** Further headers of a product's calls, such as the version of tracking's events, whose name begins with the carrier's. */
  headers?: Readonly<Partial<Record<Operation['product'], Readonly<Record<string, string>>>>>;
}

export interface CallInput<Body> {
  /** Of the parameters in the path. */
  values?: Readonly<Record<string, string>>;
  query?: readonly (readonly [name: string, value: string])[];
  body?: Body;
  /** Made before the call and kept until it is answered, it makes the call safe to repeat. Default: a new UUID. */
  deduplicationId?: string | undefined;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** Codes of an answer to this very call. A later attempt's 401 or 429 says nothing of an earlier one. */
const CONCLUSIVE: readonly ErrorCode[] = ['rejected', 'not_found'];

/**
 * Makes a call. It is repeated after failures that may pass if that does no harm: it only reads, or has a deduplication id.
 * @throws UnknownOutcomeError if it may have been carried out; AppError `rejected` with `fields` for a body, a path or a deduplication id that
 *   isn't sent, and as `createRequester`: its message says if nothing was sent
 */
export async function call<Body, Data>(
  calls: Calls,
  operation: Operation<Body, Data>,
  input: CallInput<Body> = {},
): Promise<PlatformAnswer<Data>> {
  const { data } = operation;
  if (data === 'label') throw new TypeError('getLabel reads labels');
  return make(calls, operation, data, input);
}

/** Reads a label. @throws as `call`; AppError `malformed` for anything but a label of this form */
export async function getLabel(
  calls: Calls,
  operation: Operation<null>,
  format: LabelFormat,
  { headers, ...input }: CallInput<null> = {},
): Promise<PlatformAnswer<Label>> {
  const parse = async (response: Response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return readLabel(format, response.headers.get('content-type'), bytes);
  };
  const isLabel = z.custom<Label>((value) => value !== null, 'not a label of this form');
  return make(
    calls,
    operation,
    isLabel,
    { ...input, headers: { ...headers, accept: LABEL_FORMATS[format] } },
    parse,
  );
}

/** Where an operation is. @throws as `pathOf` */
export function addressOf(
  { baseUrl }: Pick<Calls, 'baseUrl'>,
  operation: Operation,
  values?: Readonly<Record<string, string>>,
): string {
  return (typeof baseUrl === 'string' ? baseUrl : baseUrl(operation.product)) + pathOf(operation, values);
}

async function make<Body, Data>(
  calls: Calls,
  operation: Operation<Body>,
  schema: z.ZodMiniType<Data>,
  { values, query = [], body, headers, signal, ...input }: CallInput<Body>,
  parse?: (response: Response) => Promise<unknown>,
): Promise<PlatformAnswer<Data>> {
  const { send, deduplicationHeader = ASSUMED_DEDUPLICATION_HEADER, amounts } = calls;
  const { method, product, repeat } = operation;
  if (operation.body !== null) checkBody(operation.body, body);
  const deduplicationId = repeat === 'deduplicated' ? chooseDeduplicationId(input) : undefined;
  let isSent = false;
  let isOpen = false;
  const written = new URLSearchParams(query.map(([name, value]) => [name, value]));
  try {
    return await send({
      method,
      url: `${addressOf(calls, operation, values)}${written.size === 0 ? '' : `?${written}`}`,
      headers: {
        ...calls.headers?.[product],
        ...headers,
        ...(deduplicationId !== undefined && { [deduplicationHeader]: deduplicationId }),
      },
      body: operation.body === null ? undefined : amounts === 'text' ? writeAmounts(body) : body,
      schema,
      parse,
      readFields,
      isRepeatable: repeat !== 'never',
      onFailure: (mayBeCarriedOut) => {
        isSent = true;
        isOpen ||= mayBeCarriedOut;
      },
      signal,
    });
  } catch (error) {
    if (repeat === 'safe' || !(error instanceof AppError)) throw error;
    if (isOpen && !CONCLUSIVE.includes(error.code)) throw new UnknownOutcomeError(error, deduplicationId);
    if (isSent || !error.retryable) throw error;
    throw new AppError(error.code, `It was not sent: ${error.message}`, { ...error, cause: error });
  }
}

/** The caller's id, or a new one. @throws AppError `rejected` for one that can't be sent, or that others have too */
function chooseDeduplicationId({ deduplicationId }: Pick<CallInput<never>, 'deduplicationId'>): string {
  return deduplicationId === undefined ? crypto.randomUUID() : checkDeduplicationId(deduplicationId);
}

const AMOUNTS: readonly string[] = ['amount', 'length', 'width', 'height'];

/** A copy of a body whose weights and measures are texts. */
function writeAmounts(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return AMOUNTS.includes(name) ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => writeAmounts(item));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, writeAmounts(inner, key)]));
}
