import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import type { LoginSettings } from '#contract/login-settings.ts';

/** State of a login while the browser is at the login host. Kept in this tab's session storage; never holds a token. */
const transactionSchema = z.object({
  state: z.string().check(z.regex(/^.{43}/)),
  codeVerifier: z.string().check(z.regex(/^.{43}/)),
  /** Path in this app to go to after the login. */
  returnTo: z.string(),
  startedAtMs: z.number(),
});
type Transaction = z.infer<typeof transactionSchema>;

const STORAGE_KEY = 'droppoint.login';
const MAX_LOGIN_MS = 10 * 60_000;

/**
 * Starts a login with a new verifier and state (RFC 7636 §4.1, RFC 6749 §10.12), which are kept in this tab.
 * @returns the address of the login host to go to (docs/platform-api.md, chapter 5 "Flow 2")
 */
export async function beginLogin(
  settings: LoginSettings,
  returnTo: string,
  storage: Storage,
  nowMs: number,
): Promise<URL> {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const transaction: Transaction = { state, codeVerifier, returnTo, startedAtMs: nowMs };
  storage.setItem(STORAGE_KEY, JSON.stringify(transaction));
  const query = new URLSearchParams({
    response_type: 'code',
    redirect_uri: settings.redirectUri,
    client_id: settings.clientId,
    scope: settings.scope,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
  });
  return new URL(`${settings.authorizationEndpoint}?${query}`);
}

/**
 * Validates the login host's answer against the login started in this tab (RFC 6749 §4.1.2, RFC 9207 §2.4).
 * @param query the callback's query; it must be removed from the address bar before any other request
 * @returns what the code exchange needs, and the path to continue at
 * @throws AppError `login_denied`, `login_mismatch`, `login_expired` or `login_failed`
 */
export function checkCallback(
  query: URLSearchParams,
  settings: LoginSettings,
  storage: Storage,
  nowMs: number,
) {
  const { state, codeVerifier, returnTo } = takeTransaction(storage, nowMs);
  try {
    const parameters = oauth.validateAuthResponse(
      { issuer: settings.issuer, authorization_response_iss_parameter_supported: settings.issRequired },
      { client_id: settings.clientId },
      query,
      state,
    );
    // The library ignores an empty `error`.
    if (parameters.has('error') || parameters.getAll('code').length !== 1) {
      throw new AppError('login_mismatch', 'The login answer must contain exactly one code.', {
        problems: ['code'],
      });
    }
    return { parameters, codeVerifier, returnTo };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof oauth.AuthorizationResponseError) {
      throw cause.error === 'access_denied'
        ? new AppError('login_denied', 'The login was declined.', { cause })
        : new AppError('login_failed', 'The login host refused the login.', {
            problems: [cause.error],
            cause,
          });
    }
    throw new AppError(
      'login_mismatch',
      "The answer doesn't belong to the login that was started in this tab.",
      {
        cause,
      },
    );
  }
}

/**
 * Removes the transaction from storage, so that an answer is exchanged only once even if its page is
 * reloaded or revisited.
 */
function takeTransaction(storage: Storage, nowMs: number): Transaction {
  const stored = storage.getItem(STORAGE_KEY);
  storage.removeItem(STORAGE_KEY);
  let transaction: Transaction;
  try {
    transaction = transactionSchema.parse(JSON.parse(stored ?? ''));
  } catch {
    throw new AppError('login_mismatch', 'No login is in progress in this tab. Log in again.');
  }
  const ageMs = nowMs - transaction.startedAtMs;
  if (ageMs >= 0 && ageMs <= MAX_LOGIN_MS) return transaction;
  throw new AppError('login_expired', 'The login took longer than ten minutes. Log in again.');
}

/** Path after a login without a valid return path. */
export const DEFAULT_RETURN_PATH = '/account';

/**
 * Validates a return path: a path of this app, or the default. Addresses that could lead to another site (`//evil`, `/\evil`,
 * `javascript:`, an absolute address, an encoded slash) are rejected (RFC 9700 §4.11).
 */
export function chooseReturnPath(path: string | null, origin: string): string {
  if (path === null || !/^\/(?![/\\])/.test(path) || /%2f|%5c/i.test(path)) return DEFAULT_RETURN_PATH;
  if (!URL.canParse(path, origin)) return DEFAULT_RETURN_PATH;
  const url = new URL(path, origin);
  // The parser has removed dot segments: "/.//evil" has become "//evil".
  return url.origin === origin && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : DEFAULT_RETURN_PATH;
}
