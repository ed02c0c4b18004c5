import { build } from 'rolldown';

/**
 * Bundles a script that comes inside each page (src/app.html), before the app's own code.
 * @param {'head' | 'body'} place
 * @returns {Promise<string>} what stands between the script's tags: the same for the same sources, so that its hash is
 */
async function bundle(place) {
  const { output } = await build({
    input: `src/first-view/${place}.ts`,
    platform: 'browser',
    write: false,
    transform: { target: 'es2022' },
    output: { format: 'iife', minify: true },
  });
  return output[0].code.trim();
}

/** The scripts inside each page, by the places where they stand. */
export async function bundleInlineScripts() {
  return { head: await bundle('head'), body: await bundle('body') };
}
