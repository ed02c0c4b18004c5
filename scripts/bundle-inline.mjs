import { build } from 'rolldown';

/**
 * Bundles an inline script of the pages, which runs before the app's code.
 * @param {'picker-head' | 'head' | 'body' | 'parcel-head'} name file in src/first-view
 * @returns the contents of the script element; deterministic, so that its hash is too
 */
export async function bundleInlineScript(name) {
  const { output } = await build({
    input: `src/first-view/${name}.ts`,
    platform: 'browser',
    write: false,
    transform: { target: 'es2022' },
    output: { format: 'iife', minify: true },
  });
  return output[0].code.trim();
}

/** Bundles the inline scripts of src/app.html: for the head of the picker's pages, the head of other pages, and each page's body. */
export const bundleInlineScripts = async () => ({
  pickerHead: await bundleInlineScript('picker-head'),
  head: await bundleInlineScript('head'),
  body: await bundleInlineScript('body'),
});
