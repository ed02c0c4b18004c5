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
  /** Sent with every request, beside the request id and the token. */
  headers?: Readonly<Record<string, string>>;
  /** Further `fetch` options that only some runtimes support (workerd rejects `credentials`). */
  init?: RequestInit;
  /** Time limit of one attempt, including the body of the answer. */
  timeoutMs?: number | undefined;
  /** For tests. */
  now?: (() => number) | undefined;
}

export interface PlatformRequest<T> extends AnswerReading<T> {
  method: 'GET' | 'POST' | 'PUT';
  url: string | URL;
  /** Beside those of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Whether it may be sent again though it may have been carried out. Default: a GET. */
  isRepeatable?: boolean | undefined;
  /** Called when an attempt that was sent has failed. @param isOpen whether it may have been carried out */
  onFailure?: ((isOpen: boolean) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface PlatformAnswer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** Identifier of the request: the one echoed by the server, else the one sent. */
  requestId: string;
  /** Whether the server echoed the identifier, as promised (docs/platform-api.md, chapter 4, "Request identifiers"). */
  requestIdEcho: 'same' | 'different' | 'missing';
}

export type Send = <T>(request: PlatformRequest<T>) => Promise<PlatformAnswer<T>>;

const TIMEOUT_MS = 15_000;

/** Codes of an attempt after which the call may have been carried out. */
const OPEN: readonly ErrorCode[] = [
  'network',
  'timeout',
  'aborted',
  'malformed',
  'redirected',
  'unavailable',
];

/**
 * Creates the function for all HTTP requests to the platform (or to our relay of it): bearer, a new UUID in
 * `X-Request-Id` per attempt, time limits, one renewal of the token after a 401, and retries with jittered back-off for GET.
 * A POST is sent again only after a 401, with a new token, and a 429: the platform has refused the first one. After other failures
 * it isn't, because it may have been carried out, unless the request is said to be repeatable.
 * @throws AppError from the returned function, and nothing else; `aborted` if the caller's signal fired
 */
export function createRequester(options: RequesterOptions = {}): Send {
  const { bearer } = options;

  return async function send<T>(request: PlatformRequest<T>): Promise<PlatformAnswer<T>> {
    const { signal, method, isRepeatable = method === 'GET' } = request;
    // What was refused for its rate wasn't carried out.
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
  const ask = async (signal: AbortSignal): Promise<PlatformAnswer<T>> => {
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
    return await withinTime(options.timeoutMs ?? TIMEOUT_MS, ask, request.signal, { requestId: sentId });
  } catch (error) {
    if (isSent && !isUnconnected(error)) request.onFailure?.(OPEN.includes((error as AppError).code));
    throw error;
  }
}

/** @throws AppError `settings_invalid` for a header that can't be sent */
function writeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers))
    try {
      new Headers([[name, value]]);
    } catch {
      const told = name === 'authorization' ? 'the token' : `"${value}"`;
      throw new AppError('settings_invalid', `It was not sent: the header ${name} can't hold ${told}.`);
    }
  return headers;
}

/** @throws AppError `rejected` for what JSON hasn't, such as a BigInt */
function writeBody(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new AppError('rejected', 'It was not sent: its body can’t be written as JSON.', { cause });
  }
}
