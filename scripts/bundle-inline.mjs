import { build } from 'rolldown';

/**
 * Bundles the scripts that come inside each page (src/app.html), before the app's own code.
 * @returns what stands between each script's tags, by the place where it stands: the same for the same sources, so that its hash is
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
