import { expect, type Page } from '@playwright/test';
import { listen } from '../processes.ts';
import { test } from './droppoint.ts';

/** The paths of all pages, and one that doesn't exist. */
const BROKER_PAGES = ['/account', '/account/callback'];
const OPEN_PAGES = ['/', '/network', '/configure', '/parcel', '/nowhere'];
const PAGES = [...BROKER_PAGES, ...OPEN_PAGES, '/embed'];

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

test(
  'every page answered directly carries headers of its own (case 102)',
  { tag: '@workerd' },
  async ({ request }) => {
    for (const path of [...PAGES, '/account/', '/_app/immutable/gone.js', '/_app/immutable/gone', '/api/x']) {
      const headers = (await request.get(path, { maxRedirects: 0 })).headers();
      expect(headers['content-security-policy'], path).toContain('frame-ancestors');
      expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
      expect(headers['cache-control'], path).toMatch(/^no-(cache|store)$/);
    }
    const missing = await request.get('/_app/immutable/gone.js');
    expect([missing.status(), (await missing.body()).length < 100]).toEqual([404, true]);
  },
);

test(
  'a page’s policy stands before its first script, whose hash it holds (case 106)',
  { tag: '@workerd' },
  async ({ request }) => {
    for (const path of PAGES) {
      const html = await (await request.get(path)).text();
      const policyAt = html.indexOf('<meta http-equiv="content-security-policy"');
      expect(policyAt, path).toBeGreaterThan(-1);
      expect(policyAt, path).toBeLessThan(
        html.search(/<(script|style|link rel="(modulepreload|stylesheet))/),
      );
      expect(html, path).not.toContain('%droppoint.');
    }
  },
);

test('a broker’s page is never in the document of another page, on the way there or back (case 102)', async ({
  page,
}) => {
  const account = page.getByRole('link', { name: 'Broker account' });
  for (const from of OPEN_PAGES) {
    await page.goto(from);
    expect(await leavesDocument(page, () => account.click(), '/account'), from).toBe(true);
    expect(await leavesDocument(page, () => page.goBack(), from), `back to ${from}`).toBe(true);
    expect(await leavesDocument(page, () => page.goForward(), '/account'), `again from ${from}`).toBe(true);
  }
  const find = page.getByRole('link', { name: 'Find a point' });
  expect(await leavesDocument(page, () => find.click(), '/')).toBe(true);
});

test('the page for shops, opened by itself, leads out of its document (case 102)', async ({ page }) => {
  await page.goto('/embed');
  const out = page.getByRole('main').getByRole('link');
  expect(await leavesDocument(page, () => out.click(), '/')).toBe(true);
});

test('no page has an opener of another site, however it was opened (case 103)', async ({
  page,
  context,
  droppoint,
}) => {
  const elsewhere = await serveElsewhere('<button onclick="window.open(this.value)">Open</button>');
  for (const path of PAGES) {
    await page.goto(elsewhere.origin);
    const opened = context.waitForEvent('page');
    await page
      .getByRole('button')
      .evaluate((button, address) => button.setAttribute('value', address), droppoint.origin + path);
    await page.getByRole('button').click();
    const popup = await opened;
    await popup.waitForURL(droppoint.origin + path);
    expect(await popup.evaluate(() => window.opener === null), path).toBe(true);
    await popup.close();
  }
  await elsewhere.close();
});

test('no way leads from the page for shops to another page inside their frame (case 105)', async ({
  page,
  droppoint,
}) => {
  const port = Number(new URL(droppoint.shop).port);
  const shop = await serveElsewhere(`<iframe name="framed" src="${droppoint.origin}/embed"></iframe>`, port);
  // Shops may frame the page of a parcel too.
  for (const path of [null, ...BROKER_PAGES, ...OPEN_PAGES.filter((page) => page !== '/parcel')]) {
    await page.goto(shop.origin);
    const framed = page.frame('framed')!;
    const out = framed.getByRole('main').getByRole('link');
    await expect(out).toBeVisible();
    if (path === null) await out.click();
    else await framed.evaluate((address) => location.assign(address), path);
    // The browser shows its own error page in place of the refused one.
    await expect.poll(() => page.frame('framed')?.url()).toMatch(/^chrome-error:/);
  }
  await shop.close();
});

test('a broker’s page that comes to be in a frame all the same shows nothing and asks nothing (case 107)', async ({
  page,
}) => {
  // As if a proxy had removed every header that forbids framing.
  await page.route('**/account', async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    for (const name of ['content-security-policy', 'x-frame-options', 'cross-origin-opener-policy'])
      delete headers[name];
    await route.fulfill({ response: answer, headers });
  });
  await page.goto('/network');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.name = 'framed';
    frame.src = '/account';
    document.body.append(frame);
  });
  await expect(page.frameLocator('[name=framed]').getByText('isn’t shown inside another one')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

/** Whether the browser shows the picker's page framed by the other site's. */
async function isShown(page: Page, framed: string, port = 0): Promise<boolean> {
  const site = await serveElsewhere(`<iframe name="framed" src="${framed}"></iframe>`, port);
  const answered = page.waitForResponse(framed);
  await page.goto(site.origin);
  await answered;
  // A refused frame is replaced by the browser's own error page.
  let shown = '';
  await expect.poll(() => (shown = page.frame('framed')?.url() ?? '')).not.toMatch(/^(about:blank)?$/);
  await site.close();
  return shown === framed;
}

for (const path of ['/account', '/account/callback', '/', '/nowhere']) {
  test(`${path} is shown in no other site's frame (case 81)`, async ({ page, droppoint }) => {
    expect(await isShown(page, droppoint.origin + path)).toBe(false);
  });
}

test(
  'a page that shops frame is shown by a listed shop, and by no other (case 82)',
  { tag: '@workerd' },
  async ({ page, droppoint }) => {
    for (const path of ['/embed', '/parcel']) {
      const address = droppoint.origin + path;
      expect(await isShown(page, address), path).toBe(false);
      expect(await isShown(page, address, Number(new URL(droppoint.shop).port)), path).toBe(true);
    }
  },
);

test('another spelling of the page that shops frame is shown by no shop, and leads out of its document (case 82)', async ({
  page,
  droppoint,
}) => {
  for (const path of ['/%65mbed', '/embed%2ehtml', '//embed', '/EMBED', '/embed;x', '/%2565mbed'])
    expect(await isShown(page, droppoint.origin + path, Number(new URL(droppoint.shop).port)), path).toBe(
      false,
    );

  await page.goto(`${droppoint.origin}/%65mbed`);
  await expect(page.getByText(/./).first()).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
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
