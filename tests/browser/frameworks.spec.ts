import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { buildPackage } from '../package/build.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { serveFolder } from './serve-folder.ts';

/** The cases of tests/browser/frameworks: how frameworks and the element work together, in a shop on another site. */
const FRAMEWORKS = ['react', 'vue', 'svelte', 'preact', 'lit', 'angular'] as const;

onPublishedNetwork();
let shop: Awaited<ReturnType<typeof serveFolder>>;

test.beforeAll(async ({ droppoint }) => {
  const folder = resolve('.cache/tests/frameworks', new URL(droppoint.origin).port);
  buildPackage(join(folder, 'package'));
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'tests/browser/frameworks/vite.config.mjs'],
    {
      stdio: 'pipe',
      env: {
        ...process.env,
        DROPPOINT_PACKAGE: join(folder, 'package'),
        CASES_OUT: join(folder, 'cases'),
      },
    },
  );
  for (const name of FRAMEWORKS)
    writeFileSync(
      join(folder, 'cases', `${name}.html`),
      `<!doctype html><html lang="en"><title>${name}</title><script type="module" src="${name}.js"></script></html>`,
    );
  shop = await serveFolder(droppoint, join(folder, 'cases'));
});
test.afterAll(() => shop.close());

for (const name of FRAMEWORKS) {
  // Proves: embedding/frameworks.
  test(`${name} passes every case`, async ({ page, droppoint }) => {
    await page.goto(`${shop.origin}/${name}.html?origin=${droppoint.origin}`);
    const outcomes = await page.waitForFunction(
      () => (window as { outcomes?: Record<string, string> }).outcomes,
    );
    const received = (await outcomes.jsonValue())!;
    expect(Object.entries(received).filter(([, outcome]) => outcome !== 'passed')).toEqual([]);
    // Frameworks with spread props have one more case, those with their own server rendering three.
    expect(Object.keys(received)).toHaveLength(
      { react: 15, vue: 15, lit: 11, angular: 13 }[name as string] ?? 12,
    );
  });
}
