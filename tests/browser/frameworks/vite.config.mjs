import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Builds the cases of all frameworks, one script each; the caller names the built package and the output folder. */
export default defineConfig({
  root: here('.'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"', ngDevMode: 'false' },
  resolve: {
    alias: [
      { find: /^droppoint-picker$/, replacement: `${process.env['DROPPOINT_PACKAGE']}/register.js` },
      { find: /^droppoint-picker\/parcel$/, replacement: `${process.env['DROPPOINT_PACKAGE']}/parcel.js` },
    ],
  },
  plugins: [
    svelte({ configFile: false }),
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('droppoint-') } } }),
  ],
  build: {
    emptyOutDir: true,
    outDir: process.env['CASES_OUT'],
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(
        ['react.jsx', 'vue.js', 'svelte.js', 'preact.jsx', 'lit.js', 'angular.js'].map((file) => [
          file.split('.')[0],
          here(file),
        ]),
      ),
      output: { entryFileNames: '[name].js' },
    },
  },
});
