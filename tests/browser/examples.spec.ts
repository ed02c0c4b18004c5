import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { DroppointPicker } from '../../packages/elements/element.d.ts';
import { buildPackage } from '../package/build.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { serveFolder } from './serve-folder.ts';
import { openCard } from './widget-shop.ts';

/**
 * The framework examples, built from the npm package and used in a shop on another site. frameworks.spec.ts tests the details.
 */
const EXAMPLES = ['react', 'vue', 'svelte'] as const;

onPublishedNetwork();

let shop: Awaited<ReturnType<typeof serveFolder>>;

const folderOf = (droppoint: { origin: string }, name: string) =>
  join('.cache/tests/examples', new URL(droppoint.origin).port, name);

test.beforeAll(async ({ droppoint }) => {
  shop = await serveFolder(droppoint, folderOf(droppoint, ''));
  const packageFolder = folderOf(droppoint, 'package');
  buildPackage(packageFolder);
  for (const example of EXAMPLES) {
    execFileSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--config', 'examples/vite.config.mjs'],
      {
        stdio: 'pipe',
        env: {
          ...process.env,
          EXAMPLE: example,
          EXAMPLE_OUT: join(process.cwd(), folderOf(droppoint, example)),
          DROPPOINT_PACKAGE: join(process.cwd(), packageFolder),
          DROPPOINT_ORIGIN: droppoint.origin,
        },
      },
    );
  }
});
test.afterAll(() => shop.close());

/** Opens an example as a page of a shop on another site. */
async function openExample(page: Page, example: string) {
  await page.goto(`${shop.origin}/${example}/index.html`);
  await expect(page.locator('droppoint-picker')).toHaveCount(1);
}

const onPicker = <Result>(page: Page, request: (picker: DroppointPicker) => Result) =>
  page.locator('droppoint-picker').evaluate(request as (element: Element) => Result);
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const trigger = (page: Page) => page.locator('droppoint-picker').getByRole('button').first();

for (const example of EXAMPLES) {
  test.describe(example, () => {
    // Proves: embedding/events.
    test('receives the picker’s events, and keeps the choice when it is moved, removed and put back', async ({
      page,
    }) => {
      await openExample(page, example);
      await onPicker(page, (picker) => {
        picker.configure({ latitude: 50.802, longitude: 19.1158, zoom: 14 });
      });
      await trigger(page).click();
      const frame = page.frameLocator('droppoint-picker iframe');
      await openCard(frame);
      await frame.getByRole('button', { name: /^Choose this point/ }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      const id = await onPicker(page, ({ value }) => value);
      expect(id).not.toBe('');
      await expect(page.locator('#point')).toHaveText(id);
      await expect(page.locator('#news')).toHaveText(`ready, select ${id}`);

      const readForm = () => page.evaluate(() => new FormData(document.forms[0]).get('pickup_point'));
      for (const change of ['Move', 'Render again', 'Move']) {
        await press(page, change);
        await expect.poll(readForm).toBe(id);
      }
      await press(page, 'Take away or bring back');
      await expect(page.locator('droppoint-picker')).toHaveCount(0);
      expect(await readForm()).toBeNull();
      await press(page, 'Take away or bring back');
      await expect.poll(readForm).toBe(id);
    });
  });
}
