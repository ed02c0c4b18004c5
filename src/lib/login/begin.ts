import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { LoginSettings } from '../contract/function-answers.ts';
import { saveTransaction } from './transaction.ts';

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
  const codeVerifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  saveTransaction({ state, codeVerifier, returnTo, startedAtMs: nowMs }, storage);
  const query = new URLSearchParams({
    response_type: 'code',
    redirect_uri: settings.redirectUri,
    client_id: settings.clientId,
    scope: settings.scope,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
  });
  return new URL(`${settings.authorizationEndpoint}?${query}`);
}
