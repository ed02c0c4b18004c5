import * as oauth from 'oauth4webapi';
import * as z from 'zod/mini';
import { AppError } from '../contract/errors.ts';
import type { LoginSettings } from '../contract/function-answers.ts';

/** What has to survive the way to the login host and back. Bound to this tab; never holds a token. */
const transactionSchema = z.object({
  state: z.string().check(z.regex(/^.{43}/)),
  codeVerifier: z.string().check(z.regex(/^.{43}/)),
  /** Path in this app to go to after the login. */
  returnTo: z.string(),
  startedAtMs: z.number(),
});
type Transaction = z.infer<typeof transactionSchema>;

const STORAGE_KEY = 'droppoint.login';
/** A login that takes longer than this is begun anew. */
const LONGEST_LOGIN_MS = 10 * 60_000;

/**
 * Begins a login: a fresh verifier and state for each (RFC 7636 §4.1, RFC 6749 §10.12), kept in this tab,
 * and the address of the login host to go to (docs/platform-api.md, chapter 5 "Flow 2").
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
 * Checks the login host's answer against the login begun in this tab (RFC 6749 §4.1.2, RFC 9207 §2.4).
 * @param query the callback's query; take it out of the address bar before anything else is requested
 * @returns what is to be handed to the code exchange, of a login begun in this tab, and the path to go on to
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
    // The library takes an empty error for none.
    if (parameters.has('error') || parameters.getAll('code').length !== 1) {
      throw new AppError('login_mismatch', 'The answer must hold one code.', { problems: ['code'] });
    }
    return { parameters, codeVerifier, returnTo };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof oauth.AuthorizationResponseError) {
      throw cause.error === 'access_denied'
        ? new AppError('login_denied', 'The login was declined.', { cause })
        : new AppError('login_failed', 'The login host refused.', { problems: [cause.error], cause });
    }
    throw new AppError('login_mismatch', "The answer doesn't belong to the login begun in this tab.", {
      cause,
    });
  }
}

/** Out of storage, so that one answer leads to one exchange only, also when its page is reloaded or come back to. */
function takeTransaction(storage: Storage, nowMs: number): Transaction {
  const stored = storage.getItem(STORAGE_KEY);
  storage.removeItem(STORAGE_KEY);
  let transaction: Transaction;
  try {
    transaction = transactionSchema.parse(JSON.parse(stored ?? ''));
  } catch {
    throw new AppError('login_mismatch', 'This tab has no login under way that the answer could belong to.');
  }
  const ageMs = nowMs - transaction.startedAtMs;
  if (ageMs >= 0 && ageMs <= LONGEST_LOGIN_MS) return transaction;
  throw new AppError('login_expired', 'The login took longer than ten minutes.');
}

/** Where a login leads when nothing better is known. */
export const DEFAULT_RETURN_PATH = '/account';

/**
 * Makes a return address safe: a path of this app, or the default. What another site could have put there
 * (`//evil`, `/\evil`, `javascript:`, an absolute address, an encoded slash) is not followed (RFC 9700 §4.11).
 */
export function chooseReturnPath(wanted: string | null, origin: string): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /%2f|%5c/i.test(wanted)) return DEFAULT_RETURN_PATH;
  if (!URL.canParse(wanted, origin)) return DEFAULT_RETURN_PATH;
  const url = new URL(wanted, origin);
  // Dots are taken out by now: "/.//evil" has become "//evil".
  return url.origin === origin && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : DEFAULT_RETURN_PATH;
}
