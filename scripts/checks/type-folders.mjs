/** Folders with a tsconfig.json of their own; the pages' is at the root. `packages/vendure/tests` is part of the plugin for Vendure. */
export const TYPE_FOLDERS = [
  'functions',
  'packages',
  'packages/vendure/tests',
  'sandbox',
  'scripts/basemap',
  'publisher',
  'deploy',
  'tests',
  'examples',
];

/** TypeScript 7 takes a sixth of the time. Svelte's tools need the JavaScript API of TypeScript, which 7 doesn't have yet. */
export const TSC = 'node_modules/typescript-native/bin/tsc';
