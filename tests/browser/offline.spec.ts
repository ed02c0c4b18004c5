import { expect, type BrowserContext, type Page } from '@playwright/test';
import { onPublishedNetwork, test as base } from './droppoint.ts';
import { buildNoWorker, createReleaseServer, renameRelease, type ReleaseServer } from './release-server.ts';
import { watchComplaints } from './widget-shop.ts';

/** A view with a few dozen points in a network of 3,000. */
const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=10';

const test = base.extend<{ site: ReleaseServer }>({
  site: async ({ droppoint }, use) => {
    const site = createReleaseServer(Number(new URL(droppoint.origin).port) + 15, droppoint.published);
    await site.up();
    await use(site);
    await site.down();
  },
});

test.use({ serviceWorkers: 'allow' });
onPublishedNetwork();

const listStored = (page: Page) =>
  page.evaluate(async () => {
    const stored: { cache: string; path: string }[] = [];
    for (const cache of await caches.keys())
      for (const { url } of await (await caches.open(cache)).keys())
        stored.push({ cache, path: new URL(url).pathname });
    return stored;
  });
const listReleases = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => /^droppoint-release-[\d.]+-\w+$/.test(name)),
  );

/** Waits until the worker has cached the files that the page has shown. */
async function waitUntilStored(page: Page, ...paths: RegExp[]): Promise<void> {
  const wanted = [/^\/$/, /table\.bin$/, /manifest\.json$/, /\/blocks\//, /\/chunks\//, ...paths];
  await expect
    .poll(async () => {
      const stored = await listStored(page);
      return wanted.filter((path) => !stored.some((each) => path.test(each.path))).map(String);
    })
    .toEqual([]);
}

const rows = (page: Page) => page.locator('section.list').getByRole('listitem');

async function showCity(page: Page, origin = ''): Promise<void> {
  await page.goto(origin + CITY);
  await expect(page.locator('.dp-pin').first()).toBeVisible();
  await expect(rows(page).first()).toContainText(/\w{3}/);
}

// Proves: security/offline-locator-only.
test('Offline: the last view is available again, with map, list, the card that was opened, and their age', async ({
  page,
  context,
}) => {
  const complaints = watchComplaints(page);
  await showCity(page);
  await rows(page).first().getByRole('button').click();
  const choose = page.getByRole('button', { name: /^Choose this point/ });
  await expect(choose).toBeEnabled();
  const code = await page.locator('.code').first().textContent();
  await waitUntilStored(page, /\/basemap\//);
  expect(complaints).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  const main = page.getByRole('main');
  await expect(main.locator('.dp-pin').first()).toBeVisible();
  await expect(main).toContainText('You’re offline');
  // Its date only matters if the list is old.
  await expect(main).not.toContainText('The list of points is from');
  await expect(page.locator('.code').first()).toHaveText(code!);
  await main.getByRole('button', { name: 'Close', exact: true }).click();
  await rows(page).first().getByRole('button').click();
  await expect(choose).toBeEnabled();
  await expect(page.locator('.code').first()).toHaveText(code!);

  await context.setOffline(false);
  await page.reload();
  await expect(main.locator('.dp-pin').first()).toBeVisible();
  await expect(main).not.toContainText('You’re offline');

  await test.step('only the locator is cached: nothing of the API, of brokers or of a shop’s frame, and no error', async () => {
    await page.evaluate(() => fetch('/snapshot/0123456789abcdef/blocks/0.bin'));
    await page.evaluate(() => fetch('/api/embed'));
    for (const path of ['/account', '/embed']) await page.goto(path);
    await page.goto(CITY);
    const stored = (await listStored(page)).map(({ path }) => path);
    expect(stored.filter((path) => !/^\/($|_app\/immutable\/|basemap\/|snapshot\/)/.test(path))).toEqual([]);
    expect(stored.filter((path) => path.includes('0123456789abcdef'))).toEqual([]);
  });
  await test.step('pages of brokers get the site’s files, whatever the cache contains', async () => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const headers = { 'content-type': 'text/javascript' };
        for (const key of await cache.keys())
          await cache.put(key, new Response('document.title = "kept"', { headers }));
      }
    });
    await page.goto('/account');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await page.title()).not.toBe('kept');
  });
});

/** Entry scripts of the app that the page has requested, by their release's mark. */
const listEntries = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.includes('/entry/')),
  );

/** How many pages the site's workers still count as clients. */
const countVisitors = async (context: BrowserContext) => {
  const counts = context.serviceWorkers().map((worker) =>
    worker.evaluate(async () => {
      const { clients } = globalThis as unknown as {
        clients: { matchAll: (options: object) => Promise<readonly unknown[]> };
      };
      return (await clients.matchAll({ includeUncontrolled: true })).length;
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

/** Closes the page, and opens it again once the browser has noticed. */
async function comeBack(context: BrowserContext, page: Page, origin: string): Promise<Page> {
  const next = await context.newPage();
  await page.close();
  await expect.poll(() => countVisitors(context)).toBe(0);
  await showCity(next, origin);
  return next;
}

test('Offline: a complete new release takes over after the earlier pages are closed, releases never mix, and a release without a worker ends it', async ({
  page,
  context,
  site,
}) => {
  await showCity(page, site.origin);
  await waitUntilStored(page);
  const [first] = await listReleases(page);

  // A release with a missing file is never cached.
  const broken = renameRelease('Broken');
  for (const path of broken.keys()) if (path.includes('/entry/app')) broken.set(path, '');
  site.release(broken);
  await page.goto(`${site.origin}/snapshot/manifest.json`);
  await page.goto(`${site.origin}/configure`);
  await expect.poll(() => site.requested.filter((path) => path.includes('Broken')).length).toBeGreaterThan(0);
  await site.down();
  await showCity(page, site.origin);
  expect((await listEntries(page)).join()).not.toContain('Broken');

  await site.up();
  site.release(renameRelease('Next'));
  await page.reload();
  await expect(page.locator('.dp-pin').first()).toBeVisible();
  expect(await listEntries(page)).toEqual(expect.arrayContaining([expect.stringContaining('Next.js')]));
  await expect.poll(() => listReleases(page)).toContainEqual(expect.stringMatching(/Next$/));
  expect(await listReleases(page)).toContain(first);
  // The new release is installed and waits: offline, this page is entirely of the first release.
  await site.down();
  await page.reload();
  await expect(page.locator('.dp-pin').first()).toBeVisible();
  const entries = await listEntries(page);
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.join()).not.toContain('Next');

  await site.up();
  await expect(async () => {
    page = await comeBack(context, page, site.origin);
    expect(await listReleases(page)).toEqual([expect.stringMatching(/Next$/)]);
  }).toPass();
  await site.down();
  page = await comeBack(context, page, site.origin);
  const nextEntries = await listEntries(page);
  expect(nextEntries.length).toBeGreaterThan(0);
  for (const path of nextEntries) expect(path).toContain('Next');

  await test.step('after it is switched off, browsers delete their caches', async () => {
    await site.up();
    site.release(new Map([['/service-worker.js', await buildNoWorker()]]));
    await page.goto(`${site.origin}/configure`);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  });
});
