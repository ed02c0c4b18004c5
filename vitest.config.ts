import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** These build, or change what is global: each file has a process of its own. */
const APART = [
  'tests/{package,release}/**/*.test.ts',
  'tests/publisher/{lock,push,walk-disk}.test.ts',
  'tests/functions/{embedding-snippets,restart}.test.ts',
  'tests/functions/exhaustion/**/*.test.ts',
];

export default defineConfig({
  // For classes whose state is Svelte's (`.svelte.ts`).
  plugins: [svelte()],
  test: {
    exclude: ['tests/browser/**'],
    // Sentences can be said in every test; the pages fetch their language before they start.
    setupFiles: ['tests/speak-english.ts'],
    // One more than cores: those apart wait for processes of their own as long as they compute.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      {
        extends: true,
        // Reading the sources once a worker, not once a file, takes half the time.
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
