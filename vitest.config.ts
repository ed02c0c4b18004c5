import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { EXPECTATION_MS, TEST_MS } from './tests/timeouts.ts';

/** Tests that run builds or change global state: each file runs in a process of its own. */
const APART = [
  'tests/{package,release}/**/*.test.ts',
  'tests/publisher/{lock,push,walk-disk}.test.ts',
  'tests/functions/{embedding-snippets,restart}.test.ts',
  'tests/functions/exhaustion/**/*.test.ts',
];

export default defineConfig({
  // For classes with Svelte's runes (`.svelte.ts`).
  plugins: [svelte()],
  test: {
    exclude: ['tests/browser/**'],
    // Loads the English messages for every test; the pages load theirs before they start.
    setupFiles: ['tests/speak-english.ts'],
    globalSetup: ['tests/temporary-folder.ts'],
    maxWorkers: availableParallelism(),
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    teardownTimeout: TEST_MS,
    expect: { poll: { timeout: EXPECTATION_MS } },
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      {
        extends: true,
        // Importing the sources once per worker, not once per file, takes half the time.
        test: {
          name: 'together',
          include: ['tests/**/*.test.ts'],
          exclude: [...APART, 'tests/browser/**'],
          isolate: false,
        },
      },
    ],
  },
});
