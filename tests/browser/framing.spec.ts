import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { test } from './droppoint.ts';

/** Serves a page of another site that frames an address of ours. */
async function serveFrame(port: number, framed: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>another site</title><iframe name="framed" src="${framed}"></iframe>`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Whether the browser shows our page within the other site's. */
async function isShown(page: Page, framed: string, port: number): Promise<boolean> {
  const server = await serveFrame(port, framed);
  const answered = page.waitForResponse(framed);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await answered;
  // A refused frame is replaced by the browser's own error page.
  let shown = '';
  await expect.poll(() => (shown = page.frame('framed')?.url() ?? '')).not.toMatch(/^(about:blank)?$/);
  server.closeAllConnections();
  server.close();
  return shown === framed;
}

for (const path of ['/account', '/account/callback', '/', '/nowhere']) {
  test(`${path} is shown in no other site's frame (case 81)`, async ({ page, droppoint }) => {
    expect(await isShown(page, droppoint.origin + path, 0)).toBe(false);
  });
}

test('the page that shops frame is shown by a listed shop, and by no other (case 82)', async ({
  page,
  droppoint,
}) => {
  const address = `${droppoint.origin}/embed`;
  expect(await isShown(page, address, 0)).toBe(false);
  expect(await isShown(page, address, Number(new URL(droppoint.shop).port))).toBe(true);
});

test('what leaves for another site says no path and no query (case 84)', async ({ page, context }) => {
  const referrers: (string | undefined)[] = [];
  await context.route(/^https:/, async (route) => {
    referrers.push((await route.request().allHeaders())['referer']);
    await route.fulfill({ contentType: 'text/html', body: 'elsewhere' });
  });
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=12');
  const link = page.getByRole('link', { name: 'Natural Earth' });
  await link.evaluate((anchor: HTMLAnchorElement) => (anchor.target = '_self'));
  await link.click();
  await expect(page.getByText('elsewhere')).toBeVisible();
  expect(referrers.length).toBeGreaterThan(0);
  for (const referrer of referrers) expect(referrer ?? '').toMatch(/^(http:\/\/localhost:\d+\/)?$/);
});
