import { afterAll, beforeAll, beforeEach } from 'vitest';
import { testChoices } from './choice-answers.ts';
import { testPages } from './page-answers.ts';
import { testReturns } from './return-answers.ts';
import { testShops } from './shop-answers.ts';
import { startRunning, type Running } from './start-running.ts';
import { testStreets } from './street-answers.ts';
import { testTokens } from './token-answers.ts';

/**
 * Registers the tests of the function's answers that every runtime must pass, in addition to the
 * tests of its parts.
 * @returns the running function, once the first test has begun
 */
export function testAnswers(serve: Parameters<typeof startRunning>[0]): () => Running {
  let started: Running;
  beforeAll(async () => void (started = await startRunning(serve)));
  afterAll(() => started.close());
  beforeEach(() => started.carrier.control('DELETE', 'requests'));
  const running = () => started;
  for (const test of [testTokens, testPages, testShops, testReturns, testChoices, testStreets]) test(running);
  return running;
}
