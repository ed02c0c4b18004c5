import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  {
    ignores: [
      'build/',
      'build-release/',
      '.svelte-kit/',
      '.wrangler/',
      '.cache/',
      'test-results/',
      'static/',
      'published/',
      'src/lib/i18n/compiled/',
      'src/lib/map/compiled/',
      'packages/**/*.d.ts',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node, __SHIPMENT_TEMPLATE__: 'readonly' },
      parserOptions: {
        projectService: { allowDefaultProject: ['*.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
        // The same for each file: with another list every project is read anew.
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // House rule: platform data is shown as text, never as HTML (security.md case 75).
      'svelte/no-at-html-tags': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ['**/*.svelte'], ...ts.configs.disableTypeChecked },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
);
