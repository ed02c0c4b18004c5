import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { SLOW_TESTS } from './scripts/checks/slow-tests.mjs';
import { ByEnvironment } from './tests/by-environment.ts';
import { EXPECTATION_MS, TEST_MS } from './tests/timeouts.ts';

/** Tests that change global state: each file runs in a process of its own. */
const APART = ['tests/publisher/lock.test.ts', 'tests/functions/node/restart.test.ts'];

export default defineConfig({
  // For classes with Svelte's runes (`.svelte.ts`).
  plugins: [svelte()],
  test: {
    exclude: ['tests/browser/**'],
    // Loads the English messages for every test; the pages load theirs before they start.
    setupFiles: ['tests/speak-english.ts', 'tests/fix-seed.ts'],
    globalSetup: ['tests/temporary-folder.ts'],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: ByEnvironment },
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    teardownTimeout: TEST_MS,
    expect: { poll: { timeout: EXPECTATION_MS } },
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'programs', include: SLOW_TESTS } },
      { extends: true, test: { name: 'measure', include: ['measure/**/*.test.ts'] } },
      {
        extends: true,
        // Importing the sources once per worker, not once per file, takes half the time.
        test: {
          name: 'together',
          include: ['tests/**/*.test.ts'],
          exclude: [...APART, ...SLOW_TESTS, 'tests/browser/**'],
          isolate: false,
        },
      },
    ],
  },
});
