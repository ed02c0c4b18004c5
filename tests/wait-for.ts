import { vi } from 'vitest';
import { EXPECTATION_MS } from './timeouts.ts';

/** Waits until `check` no longer throws. Gives up only if something hangs. @returns the result of `check` */
export const waitFor = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: EXPECTATION_MS });
