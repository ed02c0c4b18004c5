import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Bundles scripts for browsers, separately from the pages.
 * @param {string} folder output folder
 * @param {{
 *   define: Record<string, string>, rolldownOptions: object, plugins?: object[], emptyOutDir?: boolean, minify?: false,
 *   write?: false, sourcemap?: 'hidden'
 * }} options `emptyOutDir`: whether to empty the folder first
 */
export function bundleScripts(
  folder,
  { define, rolldownOptions, plugins, emptyOutDir = true, minify, write, sourcemap },
) {
  return build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define,
    build: {
      outDir: folder,
      emptyOutDir,
      target: 'es2022',
      modulePreload: false,
      minify,
      write,
      sourcemap,
      rolldownOptions,
    },
  });
}

/** Writes compressed copies beside a file (.br, .gz), at the highest level. */
export function compress(file) {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
