import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { configs, parser } from 'typescript-eslint';
import svelteConfig from '../../svelte.config.js';
import house from './plain-words.mjs';

/** Svelte files; oxlint lints all others (.oxlintrc.json). */
const files = ['**/*.svelte', '**/*.svelte.ts'];

export default [
  { ignores: ['**/*.js', '**/*.mjs', 'build/', 'build-release/', '.svelte-kit/', '.cache/'] },
  ...[
    js.configs.recommended,
    // Leave out the configs for plain TypeScript files.
    ...configs.recommended.filter((config) => !config.files),
    ...svelte.configs.recommended,
  ].map((config) => ({ files, ...config })),
  {
    files,
    plugins: { house },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'house/plain-words': 'error',
      // House rule: show platform data as text, never as HTML.
      'svelte/no-at-html-tags': 'error',
    },
  },
];
