import * as oauth from 'oauth4webapi';
import { AppError } from '../contract/errors.ts';
import type { LoginSettings } from '../contract/function-answers.ts';
import { takeTransaction } from './transaction.ts';

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
  const transaction = takeTransaction(storage, nowMs);
  if (transaction === 'expired')
    throw new AppError('login_expired', 'The login took longer than ten minutes.');
  if (transaction === null) {
    throw new AppError('login_mismatch', 'This tab has no login under way that the answer could belong to.');
  }
  try {
    const parameters = oauth.validateAuthResponse(
      { issuer: settings.issuer, authorization_response_iss_parameter_supported: settings.issRequired },
      { client_id: settings.clientId },
      query,
      transaction.state,
    );
    // The library takes an empty error for none.
    if (parameters.has('error') || parameters.getAll('code').length !== 1) {
      throw new AppError('login_mismatch', 'The answer must hold one code.', { problems: ['code'] });
    }
    return { parameters, codeVerifier: transaction.codeVerifier, returnTo: transaction.returnTo };
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
