import { checkBody } from './check-body.ts';
import { checkDeduplicationId } from './deduplication-id.ts';
import { AppError, type ErrorCode } from './errors.ts';
import { LABEL_FORMAT_NAMES, LABEL_FORMATS, parseLabel, type Label, type LabelFormat } from './labels.ts';
import { ASSUMED_DEDUPLICATION_HEADER, pathOf, type Operation } from './operation.ts';
import { readFields } from './read-fields.ts';
import type { PlatformAnswer, Send } from './request.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';
import * as z from 'zod/mini';

/** Where and how calls are sent. */
export interface Calls {
  send: Send;
  /** Base URL of the platform, or of our relay to it; without a trailing slash. */
  baseUrl: string | ((product: Operation['product']) => string);
  /** Name of the header for the deduplication id. */
  deduplicationHeader?: string | undefined;
  /** How weights and measures are written: as JSON numbers (3 sources, the default) or as texts (2). */
  amounts?: 'number' | 'text';
  /**
   * Further headers by product, such as the version of tracking events, whose header name starts with the
   * carrier's.
   */
  headers?: Readonly<Partial<Record<Operation['product'], Readonly<Record<string, string>>>>>;
  /** Called before each call. Throws to refuse it, for example if the token lacks the call's scope. */
  guard?: ((operation: Operation) => void) | undefined;
}

export interface CallInput<Body> {
  /** Values of the path parameters. */
  values?: Readonly<Record<string, string>>;
  query?: readonly (readonly [name: string, value: string])[];
  body?: Body;
  /**
   * Create it before the call and store it until the answer arrives: it makes the call safe to repeat.
   * Default: a new UUID.
   */
  deduplicationId?: string | undefined;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** Options of one call. */
export type CallSignal = Pick<CallInput<never>, 'signal'>;

/** Options of one call that creates a shipment or a return. */
export type CallOptions = Pick<CallInput<never>, 'signal' | 'deduplicationId'>;

/** Makes the calls of a client's methods. */
export interface Caller {
  call: <Body, Data>(
    operation: Operation<Body, Data>,
    input: CallInput<Body>,
  ) => Promise<PlatformAnswer<Data>>;
  fetchLabel: (
    operation: Operation<null>,
    format: LabelFormat,
    input: CallInput<null>,
  ) => Promise<PlatformAnswer<Label>>;
}

/**
 * Codes that settle the outcome of the call. A later attempt's 401 or 429 says nothing about an earlier
 * attempt.
 */
const CONCLUSIVE: readonly ErrorCode[] = ['rejected', 'not_found'];

/**
 * Makes a call. Retries it after retryable failures if that is safe: if it only reads, or has a
 * deduplication id.
 * @throws UnknownOutcomeError if it may have been carried out; AppError `rejected` with `fields` if the
 *   body, a path value or the deduplication id is invalid, so that nothing was sent; otherwise as
 *   `createRequester`. The message says if nothing was sent.
 */
export async function call<Body, Data>(
  calls: Calls,
  operation: Operation<Body, Data>,
  input: CallInput<Body> = {},
): Promise<PlatformAnswer<Data>> {
  const { data } = operation;
  if (data === 'label') throw new TypeError('Fetch a label with shipments.label or returns.label.');
  return make(calls, operation, data, input);
}

/**
 * Fetches a label.
 * @throws as `call`; AppError `malformed` for anything but a label in this format
 */
export async function callForLabel(
  calls: Calls,
  operation: Operation<null>,
  format: LabelFormat,
  { headers, ...input }: CallInput<null> = {},
): Promise<PlatformAnswer<Label>> {
  checkLabelFormat(format);
  const parse = async (response: Response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return parseLabel(format, response.headers.get('content-type'), bytes);
  };
  const isLabel = z.custom<Label>((value) => value !== null, 'not a label in this format');
  return make(
    calls,
    operation,
    isLabel,
    { ...input, headers: { ...headers, accept: LABEL_FORMATS[format] } },
    parse,
  );
}

/** @throws AppError `rejected` for an unknown format */
function checkLabelFormat(format: string): void {
  if ((LABEL_FORMAT_NAMES as readonly string[]).includes(format)) return;
  const fields = [{ path: 'format', codes: ['unknown'] }];
  const message = `It was not sent: "${format}" is not a label format. Use one of ${LABEL_FORMAT_NAMES.join(', ')}.`;
  throw new AppError('rejected', message, { fields });
}

/** The URL of an operation. @throws as `pathOf` */
function addressOf(
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
  calls.guard?.(operation);
  if (operation.body !== null) checkBody(operation.body, body);
  const isDeduplicated = repeat === 'deduplicated';
  const deduplicationId =
    isDeduplicated || input.deduplicationId !== undefined ? chooseDeduplicationId(input) : undefined;
  let isSent = false;
  let mayBeCarriedOut = false;
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
  try {
    return await send({
      method,
      url: `${addressOf(calls, operation, values)}${search.size === 0 ? '' : `?${search}`}`,
      headers: {
        ...calls.headers?.[product],
        ...headers,
        ...(deduplicationId !== undefined && { [deduplicationHeader]: deduplicationId }),
      },
      body: operation.body === null ? undefined : amounts === 'text' ? amountsToText(body) : body,
      schema,
      parse,
      readFields,
      isRepeatable: repeat !== 'never',
      onFailure: (isOutcomeUnknown) => {
        isSent = true;
        mayBeCarriedOut ||= isOutcomeUnknown;
      },
      signal,
    });
  } catch (error) {
    if (repeat === 'safe' || !(error instanceof AppError)) throw error;
    if (mayBeCarriedOut && !CONCLUSIVE.includes(error.code))
      throw new UnknownOutcomeError(error, isDeduplicated ? deduplicationId : undefined);
    if (isSent || !error.retryable) throw error;
    throw new AppError(error.code, `It was not sent: ${error.message}`, { ...error, cause: error });
  }
}

/**
 * The caller's id, or a new one.
 * @throws AppError `rejected` for an empty id or one that a header can't carry
 */
function chooseDeduplicationId({ deduplicationId }: Pick<CallInput<never>, 'deduplicationId'>): string {
  return deduplicationId === undefined ? crypto.randomUUID() : checkDeduplicationId(deduplicationId);
}

const AMOUNTS: readonly string[] = ['amount', 'length', 'width', 'height'];

/** Copies a body, with its weights and measures as texts. */
function amountsToText(value: unknown, name = ''): unknown {
  if (typeof value === 'number') return AMOUNTS.includes(name) ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => amountsToText(item));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, amountsToText(inner, key)]));
}
