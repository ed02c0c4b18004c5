import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { parseSandboxSettings } from '../../sandbox/settings.ts';
import { CLIENT } from './platform-settings.ts';
import { startHosts, type Sandbox } from '../../sandbox/start.ts';

export { settingsOf } from './platform-settings.ts';
export const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = CLIENT;
export const REDIRECT_URI = 'http://localhost:3000/account/callback';

/** Matches any string in an expected answer. */
export const SOME_TEXT: unknown = expect.any(String);

/** Starts a sandbox with 2,000 points on three free ports. @param environment further settings */
export function startSmallSandbox(environment: Record<string, string> = {}): Promise<Sandbox> {
  return startHosts(parseSandboxSettings({ SANDBOX_PORT: '0', SANDBOX_POINTS: '2000', ...environment }));
}

export type Json = Record<string, unknown>;

export async function readJson(response: Response): Promise<Json> {
  return (await response.json()) as Json;
}

/** Posts a form to the token endpoint. The form has the client credentials, unless there is an `authorization` header. */
export function postToken(
  sandbox: Sandbox,
  fields: Record<string, string>,
  authorization?: string,
): Promise<Response> {
  const credentials = authorization ? {} : { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  return fetch(`${sandbox.addresses.auth}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...credentials, ...fields }),
    headers: authorization ? { Authorization: authorization } : {},
    redirect: 'manual',
  });
}

/** Fetches an access token by client credentials. */
export async function fetchAppToken(sandbox: Sandbox, scope = 'api:points:read'): Promise<string> {
  const answer = await readJson(await postToken(sandbox, { grant_type: 'client_credentials', scope }));
  return String(answer.access_token);
}

export function fetchPoints(sandbox: Sandbox, token: string, query = ''): Promise<Response> {
  return fetch(`${sandbox.addresses.base}/location/v1/points${query}`, {
    headers: { Authorization: `Bearer ${token}` },
    redirect: 'manual',
  });
}

/** Replaces the faults of a running sandbox. */
export async function switchFaults(sandbox: Sandbox, faults: Json[]): Promise<void> {
  const response = await fetch(`${sandbox.addresses.base}/__sandbox/faults`, {
    method: 'PUT',
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(await response.text());
}

export function encodeBasic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
}

/** Plays the browser's part of the login: follows redirects and stores cookies by path. */
export class Browser {
  #cookies = new Map<string, { value: string; path: string }>();

  async request(address: string, form?: URLSearchParams): Promise<Response> {
    const { pathname } = new URL(address);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    return response;
  }

  /** Follows redirects while they stay at the login host; the last answer may be a redirect to the app. */
  async visit(address: string, form?: URLSearchParams): Promise<{ address: string; response: Response }> {
    let current = address;
    let response = await this.request(current, form);
    for (;;) {
      const location = response.headers.get('location');
      if (location === null) return { address: current, response };
      const next = new URL(location, current);
      if (next.origin !== new URL(current).origin) return { address: next.href, response };
      current = next.href;
      response = await this.request(current);
    }
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    const isDeleted = attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute));
    if (isDeleted) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { value, path });
  }
}

export interface Authorization {
  address: string;
  verifier: string;
  state: string;
}

/** Makes an authorization request. Omits parameters that are set to ''. */
export function makeAuthorization(
  sandbox: Sandbox,
  scope: string,
  changes: Record<string, string> = {},
): Authorization {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const parameters = {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return { address: `${sandbox.addresses.account}/oauth2/authorize?${query}`, verifier, state };
}

/** Logs in and consents. @param ticked scopes to tick; default: all @returns the address that the browser is finally sent to */
export async function logInAndConsent(
  browser: Browser,
  authorization: Authorization,
  ticked?: string[],
): Promise<URL> {
  const login = await browser.visit(authorization.address);
  const consent = await browser.visit(
    `${login.address}/login`,
    new URLSearchParams({ user: 'broker@example.com', password: 'sandbox' }),
  );
  const scopes = ticked ?? listTickedScopes(await consent.response.text());
  const form = new URLSearchParams(scopes.map((scope) => ['scope', scope]));
  return new URL((await browser.visit(`${consent.address}/consent`, form)).address);
}

/** Lists the scopes whose boxes are ticked on a consent page. */
export function listTickedScopes(html: string): string[] {
  return [...html.matchAll(/type="checkbox" name="scope" value="([^"]+)" checked/g)].map(
    (match) => match[1] ?? '',
  );
}

/** Runs the whole code flow. @returns the token endpoint's JSON */
export async function fetchUserTokens(sandbox: Sandbox, scope: string, ticked?: string[]): Promise<Json> {
  const authorization = makeAuthorization(sandbox, scope);
  const callback = await logInAndConsent(new Browser(), authorization, ticked);
  const response = await postToken(sandbox, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: authorization.verifier,
  });
  return readJson(response);
}
