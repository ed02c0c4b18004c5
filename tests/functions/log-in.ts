import { expect } from 'vitest';
import { CODE_FORM, cookieOf, startHarness, type Harness, type HarnessOptions } from './harness.ts';

/** Header that says that the API refused the token. */
export const FORCE = { 'x-token-refresh': 'force' };

/** A harness whose broker has just logged in, and the cookie of that login. */
export async function logIn(
  options: HarnessOptions = {},
): Promise<Harness & { cookie: string; login: Response }> {
  const harness = startHarness(options);
  const login = await harness.requestToken(CODE_FORM);
  expect(login.status).toBe(200);
  const cookie = cookieOf(login);
  harness.calls.length = 0;
  return { ...harness, cookie, login };
}
