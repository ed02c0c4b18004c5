import type * as z from 'zod/mini';
import { AppError } from './errors.ts';
import { withinTime } from './within-time.ts';
import { chooseWaitMs, LONGEST_RETRY_AFTER_MS, pause } from './back-off.ts';
import { readAnswer } from './read-answer.ts';

/** Source of access tokens. */
export interface Bearer {
  read(): Promise<string>;
  /** Called once after a 401; resolves to another token, or rejects with `session_ended`. */
  renew(refusedToken: string): Promise<string>;
}

export interface RequesterOptions {
  fetch?: typeof fetch;
  bearer?: Bearer;
  /** Sent with every request, beside the request id and the token. */
  headers?: Readonly<Record<string, string>>;
  /** Further `fetch` options that only some runtimes support (workerd rejects `credentials`). */
  init?: RequestInit;
  /** Time limit of one attempt, including the body of the answer. */
  timeoutMs?: number;
  /** Retries of a GET after the first attempt. */
  retries?: number;
  /** For tests. */
  random?: () => number;
  wait?: typeof pause;
  now?: () => number;
}

export interface PlatformRequest<T> {
  method: 'GET' | 'POST';
  url: string | URL;
  /** Sent as JSON. */
  body?: unknown;
  schema: z.ZodMiniType<T>;
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
const RETRIES = 3;

/**
 * Creates the function for all HTTP requests to the platform (or to our relay of it): bearer, a new UUID in
 * `X-Request-Id` per attempt, time limits, one renewal of the token after a 401, and retries with jittered back-off for GET.
 * A POST is sent again only after a 401, with a new token: the platform has refused the first one. After other failures it isn't,
 * because it may have been carried out.
 * @throws AppError from the returned function, and nothing else; `aborted` if the caller's signal fired
 */
export function createRequester(options: RequesterOptions = {}): Send {
  const { bearer, random = Math.random, wait = pause, retries = RETRIES } = options;

  return async function send<T>(request: PlatformRequest<T>): Promise<PlatformAnswer<T>> {
    let renewed = false;
    let token = await bearer?.read();
    for (let attempt = 0; ; attempt++) {
      try {
        return await sendOnce(request, token, options);
      } catch (cause) {
        const error = cause as AppError;
        if (error.code === 'unauthorized' && bearer && token !== undefined && !renewed) {
          renewed = true;
          token = await bearer.renew(token);
          attempt--; // A renewal doesn't count as a retry.
          continue;
        }
        if (!error.retryable || request.method !== 'GET' || attempt >= retries) throw error;
        const waitMs = error.retryAfterMs ?? chooseWaitMs(attempt, random());
        if (waitMs > LONGEST_RETRY_AFTER_MS) throw error;
        await wait(waitMs, request.signal).catch((reason: unknown) => {
          throw new AppError('aborted', 'The request was given up.', { cause: reason });
        });
      }
    }
  };
}

function sendOnce<T>(
  request: PlatformRequest<T>,
  token: string | undefined,
  options: RequesterOptions,
): Promise<PlatformAnswer<T>> {
  const sentId = crypto.randomUUID();
  const ask = async (signal: AbortSignal): Promise<PlatformAnswer<T>> => {
    const fetchNow = options.fetch ?? fetch;
    const response = await fetchNow(request.url, {
      ...options.init,
      method: request.method,
      headers: {
        ...options.headers,
        accept: 'application/json',
        'x-request-id': sentId,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal,
    });
    const echoedId = response.headers.get('x-request-id');
    const requestId = echoedId ?? sentId;
    const data = await readAnswer(response, request.schema, requestId, (options.now ?? Date.now)());
    return {
      data,
      status: response.status,
      headers: response.headers,
      requestId,
      requestIdEcho: echoedId === null ? 'missing' : echoedId === sentId ? 'same' : 'different',
    };
  };
  return withinTime(options.timeoutMs ?? TIMEOUT_MS, ask, request.signal, { requestId: sentId });
}
