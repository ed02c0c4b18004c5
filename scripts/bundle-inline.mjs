import { build } from 'rolldown';

/**
 * Bundles the inline scripts of the pages (src/app.html), which run before the app's code.
 * @returns the contents of the script elements: in the head of the picker's pages, in that of the others, and in each page's body;
 * deterministic, so that their hashes are too
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
  return { pickerHead: await bundle('picker-head'), head: await bundle('head'), body: await bundle('body') };
}
