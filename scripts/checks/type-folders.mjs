/** Folders with their own tsconfig.json; the pages' is at the root. those of plugins are in their folders. */
export const TYPE_FOLDERS = [
  'functions',
  'packages',
  'packages/medusa/tests',
  'packages/vendure/tests',
  'sandbox',
  'scripts/basemap',
  'publisher',
  'deploy',
  'tests',
  'examples',
];

/** TypeScript 7, which takes a sixth of the time. Svelte's tools still need the JavaScript API, which it doesn't have yet. */
export const TSC = 'node_modules/@typescript/native/bin/tsc';

/** Options of svelte-check: that compiler, and a cache with a list of its files, from which deleted components are removed. */
export const PAGE_TYPES = ['--tsgo', '--incremental', '--fail-on-warnings', '--output', 'human'];
