import fc from 'fast-check';
import { expect } from 'vitest';
import { TEST_MS } from '../../timeouts.ts';

/** Inputs per entry point; `npm run fuzz` sends more, with other seeds. */
export const INPUTS = Number(process.env['FUZZ_INPUTS'] ?? 500);
/** Time limit for the tests of each file, whatever the number of inputs. */
export const PATIENCE = { timeout: TEST_MS + 60 * INPUTS };

/** Targets of prototype pollution: every property of the built-in prototypes. */
const PROTOTYPES = [Object, Array, String, Number, Function, Promise, Map, Set, RegExp, Error].map(
  ({ prototype }) => prototype as object,
);
const listProperties = (): unknown[] =>
  PROTOTYPES.flatMap((prototype) =>
    Reflect.ownKeys(prototype).flatMap((key): unknown[] => {
      const descriptor = Reflect.getOwnPropertyDescriptor(prototype, key);
      return [key, descriptor?.value, descriptor?.get, descriptor?.set];
    }),
  );

/**
 * Sends inputs to an entry point of the product, one after the other, and prints how many. No
 * prototype may have changed afterwards.
 * @param enter throws if the entry point misbehaves
 * @param options.atOnce number of concurrent inputs, for an entry point that mostly waits
 */
export async function sendThrough<T>(
  door: string,
  inputs: fc.Arbitrary<T>,
  enter: (input: T) => void | Promise<void>,
  { atOnce = 1 } = {},
): Promise<void> {
  const before = listProperties();
  let count = 0;
  let slowestMs = 0;
  const enterOne = async (input: T) => {
    const startedMs = performance.now();
    await enter(input);
    count++;
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  };
  const groups = fc.array(inputs, { minLength: atOnce, maxLength: atOnce });
  const property = fc.asyncProperty(groups, async (group) => {
    await Promise.all(group.map(enterOne));
  });
  await fc.assert(property, { numRuns: INPUTS / atOnce });
  const after = listProperties();
  expect(after.length).toBe(before.length);
  expect(after.filter((part, at) => !Object.is(part, before[at]))).toEqual([]);
  expect('hit' in {}).toBe(false);
  expect(count).toBeGreaterThanOrEqual(INPUTS);
  console.log(`fuzz: ${count.toLocaleString('en')} inputs, slowest ${slowestMs.toFixed(1)} ms: ${door}`);
}
