import { AppError, type ErrorCode } from '#platform/errors.ts';
import { isLostCode } from '#contract/lost-code.ts';
import { m } from './messages.ts';

/**
 * Translates an error into the messages `m.errors_*`. Never shows text that a server has sent.
 * @param error anything that was caught; anything but an `AppError` and code that could not be fetched is
 * a bug of the page itself
 * @returns what happened, what the user can do about it, and the request id for support: null without a
 * request
 */
export function explainError(error: unknown) {
  const appError = isLostCode(error) ? LOST : error instanceof AppError ? error : null;
  const [sentence, nextStep] =
    appError === null ? [m.errors_unknown(), m.errors_unknown_next()] : WORDS[appError.code](appError);
  return { sentence, nextStep, requestId: appError?.requestId ?? null };
}

/** Code that could not be fetched. */
const LOST = new AppError('network', 'A part of the page could not be fetched.');

const WORDS: Readonly<Record<ErrorCode, (error: AppError) => [sentence: string, nextStep: string]>> = {
  network: () => [m.errors_network(), m.errors_network_next()],
  timeout: () => [m.errors_timeout(), m.errors_timeout_next()],
  aborted: () => [m.errors_aborted(), m.errors_aborted_next()],
  malformed: () => [m.errors_malformed(), m.errors_malformed_next()],
  redirected: () => [m.errors_redirected(), m.errors_redirected_next()],
  unauthorized: () => [m.errors_unauthorized(), m.errors_unauthorized_next()],
  forbidden: () => [m.errors_forbidden(), m.errors_forbidden_next()],
  not_found: () => [m.errors_not_found(), m.errors_not_found_next()],
  rejected: () => [m.errors_rejected(), m.errors_rejected_next()],
  rate_limited: ({ retryAfterMs }) => [
    m.errors_rate_limited(),
    retryAfterMs === undefined
      ? m.errors_rate_limited_next()
      : m.errors_rate_limited_wait({ amount: Math.max(1, Math.ceil(retryAfterMs / 1000)) }),
  ],
  unavailable: () => [m.errors_unavailable(), m.errors_unavailable_next()],
  unsupported_version: () => [m.errors_unsupported_version(), m.errors_unsupported_version_next()],
  login_denied: () => [m.errors_login_denied(), m.errors_login_denied_next()],
  login_mismatch: () => [m.errors_login_mismatch(), m.errors_login_mismatch_next()],
  login_expired: () => [m.errors_login_expired(), m.errors_login_expired_next()],
  login_failed: () => [m.errors_login_failed(), m.errors_login_failed_next()],
  session_ended: () => [m.errors_session_ended(), m.errors_session_ended_next()],
  account_changed: () => [m.errors_account_changed(), m.errors_account_changed_next()],
  scope_missing: ({ problems }) => [
    problems.length === 0
      ? m.errors_scope_missing()
      : m.errors_scope_missing_named({ scopes: problems.join(', ') }),
    m.errors_scope_missing_next(),
  ],
  settings_invalid: ({ problems }) => [
    m.errors_settings({ problems: problems.join(' ') }),
    m.errors_settings_next(),
  ],
};
