import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { DroppointPicker } from '../../packages/droppoint-picker/element.d.ts';
import { buildPackage } from '../package/build.ts';
import { test } from './droppoint.ts';
import { openCard } from './widget-shop.ts';

/**
 * The examples for frameworks, built from the npm package and used in a shop on another site. The questions are those that
 * custom-elements-everywhere.com asks of frameworks: no children, children, properties, events.
 */
const EXAMPLES = ['react', 'vue', 'svelte'] as const;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

test.skip(
  ({ runtime }) => runtime === 'workerd',
  'at the edge the published folder is deployed with the pages',
);
test.describe.configure({ timeout: 120_000 });

/** On the operator's list; a page that Playwright answers for by itself may not load anything from this machine. */
const shopOf = ({ origin }: { origin: string }) => `http://127.0.0.1:${Number(new URL(origin).port) + 6}`;
let server: Server;

const folderOf = (droppoint: { origin: string }, name: string) =>
  join('.cache/tests/examples', new URL(droppoint.origin).port, name);

test.beforeAll(async ({ droppoint }) => {
  test.setTimeout(180_000);
  await droppoint.publish();
  server = createServer(({ url = '' }, response) => {
    const file = join(folderOf(droppoint, ''), new URL(url, 'http://shop').pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    response.end(readFileSync(file));
  });
  server.listen(Number(new URL(shopOf(droppoint)).port), '127.0.0.1');
  await once(server, 'listening');
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
test.afterAll(({ droppoint }) => {
  server.closeAllConnections();
  server.close();
  droppoint.unpublish();
});

/** Opens an example as a page of a shop on another site. */
async function openExample(page: Page, droppoint: { origin: string }, example: string) {
  await page.goto(`${shopOf(droppoint)}/${example}/index.html`);
  await expect(page.locator('droppoint-picker')).toHaveCount(1);
}

const onPicker = <Result>(page: Page, ask: (picker: DroppointPicker) => Result) =>
  page.locator('droppoint-picker').evaluate(ask as (element: Element) => Result);
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const trigger = (page: Page) => page.locator('droppoint-picker').getByRole('button').first();

for (const example of EXAMPLES) {
  test.describe(example, () => {
    test('shows the element without children, and leaves its inside alone when it renders again', async ({
      page,
      droppoint,
    }) => {
      await openExample(page, droppoint, example);
      await expect(trigger(page)).toBeVisible();
      await onPicker(page, (picker) =>
        Object.assign(picker.shadowRoot!.querySelector('[part=trigger]')!, { mark: 1 }),
      );
      await press(page, 'Render again');
      await press(page, 'Render again');
      await expect(trigger(page)).toBeVisible();
      expect(
        await onPicker(
          page,
          (picker) =>
            (picker.shadowRoot!.querySelector('[part=trigger]') as unknown as { mark: number }).mark,
        ),
      ).toBe(1);
    });

    test('puts children into it and renews them', async ({ page, droppoint }) => {
      await openExample(page, droppoint, example);
      expect(await onPicker(page, (picker) => picker.children.length)).toBe(0);
      for (const rounds of [1, 2]) {
        await press(page, 'Render again');
        await expect(page.locator('droppoint-picker')).toContainText(`asked ${rounds} times`);
      }
      // The shop's own control is out of the way while the picker works.
      await expect(page.locator('droppoint-picker input')).toBeHidden();
      await expect(page.locator('droppoint-picker input')).toBeDisabled();
    });

    test('hands texts, switches and objects over', async ({ page, droppoint }) => {
      await openExample(page, droppoint, example);
      await press(page, 'Render again');
      await expect
        .poll(() =>
          onPicker(page, ({ name, required, country, filter, disabled }) => ({
            name,
            required,
            country,
            filter,
            disabled,
          })),
        )
        .toEqual({
          name: 'pickup_point',
          required: true,
          country: 'PL,CZ',
          filter: { capabilities: ['PARCEL_COLLECT'], round: 1 },
          disabled: false,
        });
    });

    test('hears its events, and keeps the choice when it is moved, taken away and brought back', async ({
      page,
      droppoint,
    }) => {
      await openExample(page, droppoint, example);
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
