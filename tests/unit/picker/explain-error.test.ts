import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { noteLostCode } from '#contract/lost-code.ts';
import { explainError } from '../../../src/lib/i18n/explain-error.ts';

/** A record, so that a new code has to be added here to compile. */
const CODES: Record<ErrorCode, true> = {
  network: true,
  timeout: true,
  aborted: true,
  malformed: true,
  redirected: true,
  unauthorized: true,
  forbidden: true,
  not_found: true,
  rejected: true,
  rate_limited: true,
  unavailable: true,
  unsupported_version: true,
  login_denied: true,
  login_mismatch: true,
  login_expired: true,
  login_failed: true,
  session_ended: true,
  account_changed: true,
  scope_missing: true,
  settings_invalid: true,
};

describe('explaining an error', () => {
  it.each(Object.keys(CODES) as ErrorCode[])('the error %s has an explanation and a next step', (code) => {
    const { sentence, nextStep } = explainError(new AppError(code, 'internal words'));
    expect(sentence.length).toBeGreaterThan(10);
    expect(nextStep.length).toBeGreaterThan(9);
    expect(sentence + nextStep).not.toContain('internal words');
    expect(sentence + nextStep).not.toContain('undefined');
  });

  it('each error code has its own explanation', () => {
    const sentences = (Object.keys(CODES) as ErrorCode[]).map(
      (code) => explainError(new AppError(code, '')).sentence,
    );
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('the request id is given if there was a request', () => {
    expect(explainError(new AppError('unavailable', '', { requestId: 'abc' })).requestId).toBe('abc');
    expect(explainError(new AppError('login_mismatch', '')).requestId).toBeNull();
  });

  it('the explanation says how long to wait if the server did', () => {
    expect(explainError(new AppError('rate_limited', '', { retryAfterMs: 29_400 })).nextStep).toContain(
      '30 seconds',
    );
    expect(explainError(new AppError('rate_limited', '', { retryAfterMs: 1 })).nextStep).toContain(
      '1 second,',
    );
  });

  it('the missing scope and the invalid settings are named', () => {
    const scope = new AppError('scope_missing', '', { problems: ['api:points:read'] });
    expect(explainError(scope).sentence).toContain('api:points:read');
    const settings = new AppError('settings_invalid', '', { problems: ['A is wrong.', 'B is wrong.'] });
    expect(explainError(settings).sentence).toContain('A is wrong. B is wrong.');
  });

  it('code that could not be fetched counts as a lost connection', () => {
    const error = new TypeError('Failed to fetch dynamically imported module');
    noteLostCode({ payload: error });
    expect(explainError(error)).toEqual(explainError(new AppError('network', '')));
  });

  it.each([[new TypeError('x is not a function')], ['a string'], [null]])(
    'anything else is a bug of the page, and its text isn’t shown: %s',
    (error) => {
      const { sentence, requestId } = explainError(error);
      expect(sentence).toBe('Something unexpected went wrong on this page.');
      expect(requestId).toBeNull();
    },
  );
});
