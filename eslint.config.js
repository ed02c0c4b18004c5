import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { configs, parser } from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Svelte's files; oxlint reads all others (.oxlintrc.json). */
const files = ['**/*.svelte', '**/*.svelte.ts'];

export default [
  { ignores: ['**/*.js', '**/*.mjs', 'build/', 'build-release/', '.svelte-kit/', '.cache/'] },
  ...[
    js.configs.recommended,
    // But for what is meant for TypeScript's own files.
    ...configs.recommended.filter((config) => !config.files),
    ...svelte.configs.recommended,
  ].map((config) => ({ files, ...config })),
  {
    files,
    languageOptions: {
      globals: { ...globals.browser, __SHIPMENT_TEMPLATE__: 'readonly' },
      parserOptions: { parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // House rule: platform data is shown as text, never as HTML (security.md case 75).
      'svelte/no-at-html-tags': 'error',
    },
  },
];
