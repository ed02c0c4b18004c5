import { AppError } from '../contract/errors.ts';
import { m } from './messages.ts';

export interface Explanation {
  /** What happened, for people. */
  sentence: string;
  /** What they can do about it. */
  nextStep: string;
  /** What support finds the request by; null where no request was made. */
  requestId: string | null;
}

/**
 * Says an error in m.errors(). Never shows a text that a server sent.
 * @param error anything that was caught; what is not an `AppError` is a fault of the page itself
 */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof AppError)) {
    return { sentence: m.errors_unknown(), nextStep: m.errors_unknown_next(), requestId: null };
  }
  const [sentence, nextStep] = findWords(error);
  return { sentence, nextStep, requestId: error.requestId ?? null };
}

function findWords({ code, problems, retryAfterMs }: AppError): [sentence: string, nextStep: string] {
  switch (code) {
    case 'network':
      return [m.errors_network(), m.errors_network_next()];
    case 'timeout':
      return [m.errors_timeout(), m.errors_timeout_next()];
    case 'aborted':
      return [m.errors_aborted(), m.errors_aborted_next()];
    case 'malformed':
      return [m.errors_malformed(), m.errors_malformed_next()];
    case 'redirected':
      return [m.errors_redirected(), m.errors_redirected_next()];
    case 'unauthorized':
      return [m.errors_unauthorized(), m.errors_unauthorized_next()];
    case 'forbidden':
      return [m.errors_forbidden(), m.errors_forbidden_next()];
    case 'not_found':
      return [m.errors_not_found(), m.errors_not_found_next()];
    case 'rejected':
      return [m.errors_rejected(), m.errors_rejected_next()];
    case 'rate_limited':
      return [
        m.errors_rate_limited(),
        retryAfterMs === undefined
          ? m.errors_rate_limited_next()
          : m.errors_rate_limited_wait({ amount: Math.max(1, Math.ceil(retryAfterMs / 1000)) }),
      ];
    case 'unavailable':
      return [m.errors_unavailable(), m.errors_unavailable_next()];
    case 'unsupported_version':
      return [m.errors_unsupported_version(), m.errors_unsupported_version_next()];
    case 'login_denied':
      return [m.errors_login_denied(), m.errors_login_denied_next()];
    case 'login_mismatch':
      return [m.errors_login_mismatch(), m.errors_login_mismatch_next()];
    case 'login_expired':
      return [m.errors_login_expired(), m.errors_login_expired_next()];
    case 'login_failed':
      return [m.errors_login_failed(), m.errors_login_failed_next()];
    case 'session_ended':
      return [m.errors_session_ended(), m.errors_session_ended_next()];
    case 'account_changed':
      return [m.errors_account_changed(), m.errors_account_changed_next()];
    case 'scope_missing':
      return [
        problems.length === 0
          ? m.errors_scope_missing()
          : m.errors_scope_missing_named({ scopes: problems.join(', ') }),
        m.errors_scope_missing_next(),
      ];
    case 'settings_invalid':
      return [m.errors_settings({ problems: problems.join(' ') }), m.errors_settings_next()];
    default:
      return code satisfies never;
  }
}
