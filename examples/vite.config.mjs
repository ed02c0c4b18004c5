import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/**
 * Builds one of the three examples: `EXAMPLE=react npx vite build --config examples/vite.config.mjs`, after
 * `npm run package`. Your own shop needs `droppoint-picker` as a dependency instead of the alias, and the
 * plugin of one framework.
 */
const example = process.env['EXAMPLE'] ?? 'react';
const droppointPackage =
  process.env['DROPPOINT_PACKAGE'] ??
  fileURLToPath(new URL('../build-package/droppoint-picker', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  logLevel: 'warn',
  define: {
    'import.meta.env.VITE_EXAMPLE': JSON.stringify(example),
    // Origin of Droppoint; the default is that of `npm start`.
    'import.meta.env.VITE_DROPPOINT': JSON.stringify(
      process.env['DROPPOINT_ORIGIN'] ?? 'http://localhost:3000',
    ),
  },
  resolve: {
    alias: [
      { find: /^droppoint-picker$/, replacement: `${droppointPackage}/register.js` },
      { find: /^droppoint-picker\/(.*)$/, replacement: `${droppointPackage}/types-only.js` },
    ],
  },
  plugins: [
    svelte({ configFile: false }),
    // Without this, Vue resolves the tag as a component.
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('droppoint-') } } }),
  ],
  build: { emptyOutDir: true, outDir: process.env['EXAMPLE_OUT'] ?? `../.cache/examples/${example}` },
});
