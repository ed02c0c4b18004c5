import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** The tests that `npm run mutate` asks: those that take no process, no other OAuth software and no thousands of random inputs. */
export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['tests/{functions,unit}/**/*.test.ts', 'tests/security/{frame,header-scan}.test.ts'],
    exclude: [
      'tests/functions/{against-sandbox,embedding-snippets}.test.ts',
      'tests/functions/exhaustion/**',
    ],
    testTimeout: 30_000,
    setupFiles: ['tests/speak-english.ts'],
    // Each changed piece is one run: reading the sources once a run, not once a file, halves the time.
    isolate: false,
  },
});
