import { expect, type Page } from '@playwright/test';
import { listen } from '../processes.ts';
import { FEW_POINTS, test } from './droppoint.ts';

test.use({ points: FEW_POINTS });

/**
 * The borders between Droppoint's pages and other sites, as a browser enforces them. The headers of each
 * page: tests/functions/running.
 */

declare global {
  interface Window {
    /** Set on a document, and lost with it. */
    sameDocument?: boolean;
  }
}

/** Whether an action on a page loads another document from the function. */
async function leavesDocument(page: Page, action: () => Promise<unknown>, path: string): Promise<boolean> {
  await page.evaluate(() => (window.sameDocument = true));
  await action();
  await page.waitForURL((url) => url.pathname === path);
  await page.waitForLoadState();
  return page.evaluate(() => window.sameDocument !== true);
}

/** Serves a page of another site, at the given port or at one the system chooses. */
const serveElsewhere = (html: string, port = 0) =>
  listen((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>elsewhere</title>${html}`);
  }, port);

test('Broker’s page: it never shares a document with another page, in either direction', async ({ page }) => {
  const account = page.getByRole('link', { name: 'Broker account' });
  for (const from of ['/nowhere', '/parcel', '/']) {
    await page.goto(from);
    expect(await leavesDocument(page, () => account.click(), '/account'), from).toBe(true);
  }
  expect(await leavesDocument(page, () => page.goBack(), '/'), 'back').toBe(true);
  expect(await leavesDocument(page, () => page.goForward(), '/account'), 'forward').toBe(true);
  const find = page.getByRole('link', { name: 'Find a point' });
  expect(await leavesDocument(page, () => find.click(), '/'), 'to the locator').toBe(true);

  await page.goto('/embed');
  const out = page.getByRole('main').getByRole('link');
  expect(await leavesDocument(page, () => out.click(), '/'), 'from the page for shops').toBe(true);
});

// Proves: security/no-opener.
test(
  'Framing: other sites may frame only the page for shops, if they are listed, and get no access to its window',
  { tag: '@workerd' },
  async ({ page, context, droppoint }) => {
    const shopPort = Number(new URL(droppoint.shop).port);
    /** Whether the browser shows a page framed by another site's. */
    const isShown = async (path: string, port = 0) => {
      const framed = droppoint.origin + path;
      const site = await serveElsewhere(`<iframe name="framed" src="${framed}"></iframe>`, port);
      const answered = page.waitForResponse(framed);
      await page.goto(site.origin);
      await answered;
      // A refused frame is replaced by the browser's own error page.
      let shown = '';
      await expect.poll(() => (shown = page.frame('framed')?.url() ?? '')).not.toMatch(/^(about:blank)?$/);
      await site.close();
      return shown === framed;
    };
    for (const path of ['/embed', '/parcel']) {
      expect(await isShown(path), `${path} of a site that isn’t listed`).toBe(false);
      expect(await isShown(path, shopPort), `${path} of a shop`).toBe(true);
    }
    for (const path of ['/account', '/', '/%65mbed'])
      expect(await isShown(path, shopPort), `${path} of a shop`).toBe(false);

    await test.step('no way leads from the page for shops to another page inside their frame', async () => {
      const shop = await serveElsewhere(
        `<iframe name="framed" src="${droppoint.origin}/embed"></iframe>`,
        shopPort,
      );
      for (const path of [null, '/account']) {
        await page.goto(shop.origin);
        const framed = page.frame('framed')!;
        const out = framed.getByRole('main').getByRole('link');
        await expect(out).toBeVisible();
        if (path === null) await out.click();
        else await framed.evaluate((address) => location.assign(address), path);
        await expect.poll(() => page.frame('framed')?.url()).toMatch(/^chrome-error:/);
      }
      await shop.close();
    });

    await test.step('a window that another site opens has no opener', async () => {
      const elsewhere = await serveElsewhere('<button onclick="window.open(this.value)">Open</button>');
      for (const path of ['/account', '/embed']) {
        await page.goto(elsewhere.origin);
        const button = page.getByRole('button');
        await button.evaluate((it, address) => it.setAttribute('value', address), droppoint.origin + path);
        const opened = context.waitForEvent('page');
        await button.click();
        const popup = await opened;
        await popup.waitForURL(droppoint.origin + path);
        expect(await popup.evaluate(() => window.opener === null), path).toBe(true);
        await popup.close();
      }
      await elsewhere.close();
    });

    await test.step('a broker’s page that is framed anyway shows nothing and sends no request', async () => {
      // As if a proxy had removed every header that forbids framing.
      await page.route('**/account', async (route) => {
        const answer = await route.fetch();
        const headers = answer.headers();
        for (const name of ['content-security-policy', 'x-frame-options', 'cross-origin-opener-policy'])
          delete headers[name];
        await route.fulfill({ response: answer, headers });
      });
      await page.goto('/nowhere');
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.evaluate(() => {
        const frame = document.createElement('iframe');
        frame.name = 'framed';
        frame.src = '/account';
        document.body.append(frame);
      });
      await expect(
        page.frameLocator('[name=framed]').getByText('can’t be shown inside another page'),
      ).toBeVisible();
      expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
    });
  },
);
