import { AppError } from '../contract/errors.ts';
import { sentences } from './sentences.ts';

export interface Explanation {
  /** What happened, for people. */
  sentence: string;
  /** What they can do about it. */
  nextStep: string;
  /** What support finds the request by; null where no request was made. */
  requestId: string | null;
}

/**
 * Says an error in words. Never shows a text that a server sent.
 * @param error anything that was caught; what is not an `AppError` is a fault of the page itself
 */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof AppError)) {
    return { sentence: sentences.errors.unknown, nextStep: sentences.errors.unknownNext, requestId: null };
  }
  const [sentence, nextStep] = findWords(error);
  return { sentence, nextStep, requestId: error.requestId ?? null };
}

function findWords({ code, problems, retryAfterMs }: AppError): [sentence: string, nextStep: string] {
  const words = sentences.errors;
  switch (code) {
    case 'network':
      return [words.network, words.networkNext];
    case 'timeout':
      return [words.timeout, words.timeoutNext];
    case 'aborted':
      return [words.aborted, words.abortedNext];
    case 'malformed':
      return [words.malformed, words.malformedNext];
    case 'redirected':
      return [words.redirected, words.redirectedNext];
    case 'unauthorized':
      return [words.unauthorized, words.unauthorizedNext];
    case 'forbidden':
      return [words.forbidden, words.forbiddenNext];
    case 'not_found':
      return [words.notFound, words.notFoundNext];
    case 'rejected':
      return [words.rejected, words.rejectedNext];
    case 'rate_limited':
      return [
        words.rateLimited,
        words.rateLimitedNext(
          retryAfterMs === undefined ? null : Math.max(1, Math.ceil(retryAfterMs / 1000)),
        ),
      ];
    case 'unavailable':
      return [words.unavailable, words.unavailableNext];
    case 'unsupported_version':
      return [words.unsupportedVersion, words.unsupportedVersionNext];
    case 'login_denied':
      return [words.loginDenied, words.loginDeniedNext];
    case 'login_mismatch':
      return [words.loginMismatch, words.loginMismatchNext];
    case 'login_expired':
      return [words.loginExpired, words.loginExpiredNext];
    case 'login_failed':
      return [words.loginFailed, words.loginFailedNext];
    case 'session_ended':
      return [words.sessionEnded, words.sessionEndedNext];
    case 'scope_missing':
      return [words.scopeMissing(problems.join(', ')), words.scopeMissingNext];
    case 'settings_invalid':
      return [words.settings(problems.join(' ')), words.settingsNext];
    default:
      return code satisfies never;
  }
}
