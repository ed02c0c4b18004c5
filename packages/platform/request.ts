import { AppError, type ErrorCode } from './errors.ts';
import { isUnconnected } from './unconnected.ts';
import { withinTime } from './within-time.ts';
import { retry, type RetryOptions } from './back-off.ts';
import { readAnswer, type AnswerReading } from './read-answer.ts';

/** Source of access tokens. */
export interface Bearer {
  read(): Promise<string>;
  /** Called once after a 401; resolves to another token, or rejects with `session_ended`. */
  renew(refusedToken: string): Promise<string>;
}

export interface RequesterOptions extends Omit<RetryOptions, 'signal' | 'mayRepeat'> {
  fetch?: typeof fetch;
  bearer?: Bearer;
  /** Sent with every request, in addition to the request id and the token. */
  headers?: Readonly<Record<string, string>>;
  /** Further `fetch` options, which not all runtimes support (workerd rejects `credentials`). */
  init?: RequestInit;
  /** Time limit of one attempt, including the body of the answer. */
  timeoutMs?: number | undefined;
  /** For tests. */
  now?: (() => number) | undefined;
}

export interface PlatformRequest<T> extends AnswerReading<T> {
  method: 'GET' | 'POST' | 'PUT';
  url: string | URL;
  /** Sent in addition to the headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Whether it may be sent again even if it may have been carried out. Default: only a GET. */
  isRepeatable?: boolean | undefined;
  /**
   * Called when an attempt that was sent has failed.
   * @param mayBeCarriedOut whether the platform may have carried it out
   */
  onFailure?: ((mayBeCarriedOut: boolean) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface PlatformAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** Identifier of the request: the one that the server echoed, otherwise the one that was sent. */
  requestId: string;
  /** Whether the server echoed the identifier, as promised (docs/platform-api.md, chapter 4, "Request identifiers"). */
  requestIdEcho: 'same' | 'different' | 'missing';
}

export type Send = <T>(request: PlatformRequest<T>) => Promise<PlatformAnswer<T>>;

const TIMEOUT_MS = 15_000;

/** Codes of a failed attempt that the platform may have carried out. */
const INCONCLUSIVE: readonly ErrorCode[] = [
  'network',
  'timeout',
  'aborted',
  'malformed',
  'redirected',
  'unavailable',
];

/**
 * Creates the function for all HTTP requests to the platform (or to our relay to it). It adds the bearer
 * token and a new UUID in `X-Request-Id` per attempt, has time limits, renews the token once after a 401,
 * and retries a GET with jittered back-off. It sends a POST again only after a 401, with a new token, or a
 * 429, because the platform refused the first one. After any other failure the POST may have been carried
 * out, so it is sent again only if the request is marked as repeatable.
 * @throws AppError and nothing else, from the returned function; `aborted` if the caller's signal fired
 */
export function createRequester(options: RequesterOptions = {}): Send {
  const { bearer } = options;

  return async function send<T>(request: PlatformRequest<T>): Promise<PlatformAnswer<T>> {
    const { signal, method, isRepeatable = method === 'GET' } = request;
    // A request refused with 429 wasn't carried out.
    const mayRepeat = ({ code }: AppError) => isRepeatable || code === 'rate_limited';
    const retrying = { ...options, signal, mayRepeat };
    const sendWith = (token: string | undefined) => retry(() => sendOnce(request, token, options), retrying);
    const token = await bearer?.read();
    try {
      return await sendWith(token);
    } catch (error) {
      if ((error as AppError).code !== 'unauthorized' || !bearer || token === undefined) throw error;
      return sendWith(await bearer.renew(token));
    }
  };
}

async function sendOnce<T>(
  request: PlatformRequest<T>,
  token: string | undefined,
  options: RequesterOptions,
): Promise<PlatformAnswer<T>> {
  const sentId = crypto.randomUUID();
  const { body } = request;
  const init: RequestInit = {
    ...options.init,
    method: request.method,
    headers: writeHeaders({
      ...options.headers,
      accept: 'application/json',
      ...request.headers,
      'x-request-id': sentId,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }),
    ...(body === undefined ? {} : { body: writeBody(body) }),
    redirect: 'manual',
  };
  let isSent = false;
  const attempt = async (signal: AbortSignal): Promise<PlatformAnswer<T>> => {
    signal.throwIfAborted();
    isSent = true;
    const response = await (options.fetch ?? fetch)(request.url, { ...init, signal });
    const echoedId = response.headers.get('x-request-id');
    const requestId = echoedId ?? sentId;
    const data = await readAnswer(response, request, requestId, (options.now ?? Date.now)());
    return {
      data,
      status: response.status,
      headers: response.headers,
      requestId,
      requestIdEcho: echoedId === null ? 'missing' : echoedId === sentId ? 'same' : 'different',
    };
  };
  try {
    return await withinTime(options.timeoutMs ?? TIMEOUT_MS, attempt, request.signal, { requestId: sentId });
  } catch (error) {
    if (isSent && !isUnconnected(error)) request.onFailure?.(INCONCLUSIVE.includes((error as AppError).code));
    throw error;
  }
}

/** @throws AppError `settings_invalid` for a header that can't be sent */
function writeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers))
    try {
      new Headers([[name, value]]);
    } catch {
      const shown = name === 'authorization' ? 'the token' : `"${value}"`;
      throw new AppError('settings_invalid', `It was not sent: the header ${name} can't contain ${shown}.`);
    }
  return headers;
}

/** @throws AppError `rejected` for a value that JSON can't express, such as a BigInt */
function writeBody(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new AppError('rejected', 'It was not sent: its body can’t be written as JSON.', { cause });
  }
}
