import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Tests that `npm run mutate` runs: those without further processes, other OAuth software and fuzzing. */
export default defineConfig({
  plugins: [svelte()],
  test: {
    include: [
      'tests/{functions,unit}/**/*.test.ts',
      'tests/publisher/{compare-networks,compare-points,misplaced}.test.ts',
      'tests/security/{frame,header-scan}.test.ts',
    ],
    exclude: [
      'tests/functions/{embedding-snippets,node/restart}.test.ts',
      'tests/functions/**/against-sandbox.test.ts',
      'tests/functions/exhaustion/**',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/speak-english.ts', 'tests/fix-seed.ts'],
    globalSetup: ['tests/temporary-folder.ts'],
    // Read the sources once per run instead of once per file, which halves the time: there is a run for each mutant.
    isolate: false,
  },
});
