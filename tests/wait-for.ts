import { vi } from 'vitest';
import { EXPECTATION_MS } from './timeouts.ts';

/** Waits until `check` no longer throws. It gives up only where something hangs. @returns what `check` returned */
export const waitFor = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: EXPECTATION_MS });
