import { build } from 'rolldown';

/**
 * Bundles the inline scripts of each page (src/app.html), which run before the app's code.
 * @returns the contents of the two script elements; deterministic, so that their hashes are too
 */
export async function bundleInlineScripts() {
  const bundle = async (/** @type {string} */ place) => {
    const { output } = await build({
      input: `src/first-view/${place}.ts`,
      platform: 'browser',
      write: false,
      transform: { target: 'es2022' },
      output: { format: 'iife', minify: true },
    });
    return output[0].code.trim();
  };
  return { head: await bundle('head'), body: await bundle('body') };
}
