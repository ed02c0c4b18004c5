import { createApp } from '../../functions/app.ts';
import { parseSettings } from '../../functions/config.ts';
import type { LogLine, ServiceDependencies } from '../../functions/context.ts';
import { NETWORK_PUBLICATION } from '../../functions/files/store.ts';
import { createUrlStore } from '../../functions/files/url-store.ts';
import { SESSION_COOKIE } from '../../functions/oauth/session.ts';
import { SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';

export const ORIGIN = 'https://points.example';
export const BASE = 'https://api.platform.example';
export const TOKEN_URL = 'https://auth.platform.example/oauth2/token';
export const ISSUER = 'https://account.platform.example';
/** Must appear only in requests to the token endpoint. */
export const CANARY_SECRET = 'canary-secret-7f3a';
export const CODE_VERIFIER = 'v'.repeat(43);
export const START_MS = Date.UTC(2026, 0, 5, 8);

export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PLATFORM_BASE_URL: BASE,
  PLATFORM_AUTH_URL: 'https://auth.platform.example',
  PLATFORM_ACCOUNT_URL: ISSUER,
  PLATFORM_CLIENT_ID: 'droppoint',
  PLATFORM_CLIENT_SECRET: CANARY_SECRET,
  APP_ORIGIN: ORIGIN,
  SESSION_KEYS: `new:${'A'.repeat(43)}`,
};

/** A request as received by the platform. */
export interface UpstreamCall {
  url: string;
  method: string;
  headers: Headers;
  body: string;
  redirect: string | undefined;
}

export type UpstreamAnswer = Response | Error;

export interface Harness {
  /** Sends a request to the app. */
  request: (path: string, init?: RequestInit, clientAddress?: string) => Promise<Response>;
  /** Sends a token request that passes every guard, unless the given headers say otherwise. */
  requestToken: (
    fields: Record<string, string> | string,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  calls: UpstreamCall[];
  /** Calls to the token endpoint alone, bodies parsed. */
  tokenForms: () => URLSearchParams[];
  logs: LogLine[];
  clock: { nowMs: number };
}

/** Dependencies of the app that replace the harness's own; `fetch` replaces the simulated platform. */
export interface HarnessOptions extends Partial<ServiceDependencies> {
  environment?: Record<string, string>;
  /** Answers of the token endpoint, call by call; the last one repeats. */
  token?: (() => UpstreamAnswer)[];
  api?: (() => UpstreamAnswer)[];
}

/** The app with a simulated platform, a clock set by hand, and its log in an array. */
export function startHarness({
  environment = {},
  token: tokenAnswers = [() => answerToken()],
  api: apiAnswers = [() => answerJson(PAGE)],
  servePage,
  // Beside the pages, as at the edge.
  network = servePage &&
    createUrlStore(
      `${ORIGIN}${SNAPSHOT_FOLDER}`,
      (input, init) => Promise.resolve(servePage(new Request(input, init))),
      NETWORK_PUBLICATION,
    ),
  ...dependencies
}: HarnessOptions = {}): Harness {
  const calls: UpstreamCall[] = [];
  const logs: LogLine[] = [];
  const clock = { nowMs: START_MS };
  const [token, api] = [[...tokenAnswers], [...apiAnswers]];
  const app = createApp(parseSettings({ ...ENVIRONMENT, ...environment }), {
    now: () => clock.nowMs,
    log: (line) => logs.push(line),
    servePage,
    network,
    fetch: (input, init = {}) => {
      const url = input instanceof Request ? input.url : String(input);
      const body = typeof init.body === 'string' ? init.body : String((init.body as URLSearchParams) ?? '');
      const method = init.method ?? 'GET';
      calls.push({ url, method, headers: new Headers(init.headers), body, redirect: init.redirect });
      const queue = url.startsWith(TOKEN_URL) ? token : api;
      const answer = (queue.length > 1 ? queue.shift() : queue[0])?.() ?? new Error('no answer prepared');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    ...dependencies,
  });
  const request: Harness['request'] = async (path, init, clientAddress = '192.0.2.1') =>
    app.fetch(new Request(ORIGIN + path, init), { clientAddress });
  return {
    request,
    requestToken: (fields, headers) =>
      request('/api/oauth/token', {
        method: 'POST',
        headers: {
          ...OWN_PAGE,
          'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
          ...headers,
        },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
    calls,
    tokenForms: () =>
      calls.filter(({ url }) => url === TOKEN_URL).map(({ body }) => new URLSearchParams(body)),
    logs,
    clock,
  };
}

/** Headers that our own pages send. */
export const OWN_PAGE = {
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
  'x-requested-with': 'droppoint',
};

export const CODE_FORM = {
  grant_type: 'authorization_code',
  client_id: 'droppoint',
  code: 'canary-code-1',
  redirect_uri: `${ORIGIN}/account/callback`,
  code_verifier: CODE_VERIFIER,
};

export const REFRESH_FORM = { grant_type: 'refresh_token', client_id: 'droppoint' };

export const PAGE = {
  count: 1,
  page: 1,
  perPage: 25,
  totalPages: 1,
  items: [{ id: 'PL_A', coordinates: { latitude: 52, longitude: 21 }, futureField: { stored: true } }],
};

export const TOKEN_ANSWER = {
  access_token: 'access-1',
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: 'refresh-1',
  scope: 'api:points:read api:shipments:write',
};

export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** A token answer with some members changed; `undefined` removes one. */
export function answerToken(changes: Record<string, unknown> = {}): Response {
  return answerJson({ ...TOKEN_ANSWER, ...changes });
}

/** A token answer with an id token of the platform whose claims are changed. */
export function answerIdToken(changes: Record<string, unknown>): Response {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: ISSUER, aud: 'droppoint', sub: 'subject-1', iat: 1, exp: 9_999_999_999, ...changes };
  return answerToken({ id_token: `${part({ alg: 'ES256' })}.${part(claims)}.AAAA` });
}

export function answerHtml(status: number, headers: Record<string, string> = {}): Response {
  return new Response('<html>down for maintenance</html>', {
    status,
    headers: { 'content-type': 'text/html', ...headers },
  });
}

/** The session of a `Set-Cookie` header as a browser would send it back; empty if it was cleared. */
export function cookieOf(answer: Response): string {
  const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return pair === `${SESSION_COOKIE}=` ? '' : pair;
}

/** Whether an answer clears the session. */
export function clearsCookie(answer: Response): boolean {
  return (answer.headers.get('set-cookie') ?? '').startsWith(`${SESSION_COOKIE}=; `);
}

export async function errorOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { error: string }).error;
}
