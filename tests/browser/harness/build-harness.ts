import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { followSystem } from '../../../scripts/follow-system.mjs';

/** A page with one component of the product on it. */
export interface Harness {
  /** Serves the component to a page. @returns its address */
  serve(page: Page, settings?: object): Promise<string>;
}

const ADDRESS = '/test-harness';

/**
 * Builds a component's page as the product is built, without public settings: each test passes its own.
 * @param entry module that mounts the component in `#component` and writes its results into `#told`
 */
export async function buildHarness(entry: string): Promise<Harness> {
  const built = await build({
    configFile: false,
    css: { postcss: { plugins: [followSystem] } },
    logLevel: 'error',
    plugins: [svelte({ configFile: false, preprocess: vitePreprocess() })],
    define: { __PUBLIC_SETTINGS__: 'window.harnessSettings' },
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  if (!('output' in built)) throw new TypeError('The harness was not built into one file.');
  const [script] = built.output;
  const style = built.output.find(({ fileName }) => fileName.endsWith('.css'));
  const css = style?.type === 'asset' ? String(style.source) : '';

  return {
    async serve(page, settings = { geocoder: null }) {
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1"><title>Component</title>
        <style>${css}</style><script>window.harnessSettings = ${JSON.stringify(settings)}</script></head>
        <body><main style="padding: 1rem"><h1>Component</h1><div id="component"></div><p id="told"></p></main>
        <script type="module" src="${ADDRESS}.js"></script></body></html>`;
      await page.route(`**${ADDRESS}?*`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.route(`**${ADDRESS}.js`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script.code }),
      );
      return `${ADDRESS}?`;
    },
  };
}
