import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // For classes whose state is Svelte's (`.svelte.ts`).
  plugins: [svelte()],
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/browser/**'],
    // Sentences can be said in every test; the pages fetch their language before they start.
    setupFiles: ['tests/speak-english.ts'],
    // Vitest leaves a core free for itself, which on two cores halves the speed.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
