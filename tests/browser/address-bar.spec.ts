import { expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { goBack } from './go-back.ts';
import { countLayers, holdAddressBar } from './hold-address-bar.ts';
import { FRAMES_TO_WRITE, restAddress } from './rest-address.ts';

/** A view with a few dozen points in a network of 3,000. */
const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=11';
const PHONE = { width: 390, height: 844 };

onPublishedNetwork();

const rows = (page: Page) => page.getByRole('main').getByRole('list').getByRole('button');
const card = (page: Page) => page.locator('.card');
const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ });
const query = (page: Page) => new URL(page.url()).searchParams;
const field = (page: Page) => page.getByRole('combobox');

async function search(page: Page, text: string) {
  await field(page).fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await field(page).press('Enter');
  await expect(rows(page).first()).toBeVisible();
}

test('Locator history: Back closes the card, then the filters, then leaves the page', async ({ page }) => {
  await page.goto('/api/health');
  await page.goto(CITY);
  await expect(rows(page).first()).toBeVisible();
  await filters(page).click();
  const done = page.getByRole('button', { name: 'Show the points' });
  await expect(done).toBeVisible();
  // Beside the map, the filters stay visible below a pin's card.
  await page.locator('.dp-pin-locker, .dp-pin-shop').first().press('Enter');
  await expect(card(page)).toBeVisible();
  await expect.poll(() => query(page).get('point')).not.toBeNull();
  await goBack(page);
  await expect(card(page)).toBeHidden();
  await expect(done).toBeVisible();
  await goBack(page);
  await expect(done).toBeHidden();
  await rows(page).first().click();
  await expect(card(page)).toBeVisible();
  await expect.poll(() => query(page).get('point')).not.toBeNull();
  await goBack(page);
  await expect(card(page)).toBeHidden();
  await expect.poll(() => query(page).get('point')).toBeNull();
  // Forward opens it again.
  await page.goForward();
  await expect(card(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(card(page)).toBeHidden();
  await expect.poll(() => query(page).get('point')).toBeNull();
  await goBack(page);
  await expect(page).toHaveURL(/health/);
});

test('Locator history: Back closes a card, and stays on the page after a search, before the address bar’s code is loaded', async ({
  page,
}) => {
  const release = await holdAddressBar(page);
  await page.goto('/api/health');
  await page.goto(CITY);
  await rows(page).first().click();
  await expect(card(page)).toBeVisible();
  await expect.poll(() => countLayers(page)).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(/latitude/);
  await expect(card(page)).toBeHidden();

  await search(page, 'Warszawa');
  await expect.poll(() => countLayers(page)).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL(/latitude/);
  await rows(page).first().click();
  await expect(card(page)).toBeVisible();

  // The address bar takes over the entries: the search and the card each have one.
  release();
  await expect.poll(() => query(page).get('point')).not.toBeNull();
  await goBack(page);
  await expect(card(page)).toBeHidden();
  await goBack(page);
  await expect(field(page)).toHaveValue('');
  await goBack(page);
  await expect(page).toHaveURL(/health/);
});

/** The element that a press on the middle of the open point's pin would hit, once the map is at rest. */
async function hitPin(page: Page): Promise<string> {
  const pin = page.locator('.dp-pin[aria-current], .dp-pin[data-lifted]').last();
  await expect(pin).toBeVisible();
  await expect.poll(() => Number(query(page).get('zoom'))).toBeGreaterThanOrEqual(14);
  await expect(page.locator('.dp-pin-cluster[aria-current]')).toHaveCount(0);
  await still(page.locator('.dp-map'));
  const box = (await pin.boundingBox())!;
  return page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.dp-pin, .sheet')?.className ?? '',
    [box.x + box.width / 2, box.y + box.height / 2],
  );
}

test('Map: the pin of a pressed row is drawn separately, in front of the cluster that contains it at lower zooms', async ({
  page,
}) => {
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=9');
  await rows(page).nth(1).click();
  await expect(card(page)).toBeVisible();
  expect(await hitPin(page)).toContain('dp-pin');
  // While the map moves to the point, the point's pin is lifted there too.
  await still(page.locator('.dp-map'), FRAMES_TO_WRITE);
  const zoomOut = page.getByRole('button', { name: 'Zoom out', exact: true });
  const lifted = page.locator('.dp-pin[data-lifted]');
  for (let presses = 0; presses < 8 && (await lifted.count()) === 0; presses++) {
    await zoomOut.click();
    await still(page.locator('.dp-map'));
  }
  await expect(lifted).toBeVisible();
  // The lifted pin is inert: the cluster below takes the click.
  await expect(lifted).toHaveAttribute('inert', '');
  await card(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(lifted).toHaveCount(0);
});

test.describe('the locator on a phone', () => {
  test.use({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] });

  test('Locator address: a reload, a link and a shared link show the same view, search, filters and card', async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => Object.assign(navigator, { canShare: undefined }));
    await page.goto('/');
    await search(page, 'Warszawa');
    await filters(page).click();
    await page
      .getByRole('checkbox', { name: /Parcel locker/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Show the points' }).click();
    await rows(page).first().click();
    await expect(card(page)).toBeVisible();
    expect(await hitPin(page), 'the pin is clear of the card').toContain('dp-pin');
    await expect.poll(() => query(page).get('point')).not.toBeNull();
    // The heading is the point's id until its item has been read.
    const title = card(page).getByRole('heading', { level: 2 });
    await expect(title).not.toHaveText(query(page).get('point')!);
    const heading = await title.textContent();
    await expect.poll(() => query(page).get('type')).toBe('APM');
    const address = await restAddress(page);

    await test.step('a link to the point is copied, or handed to the device’s own menu', async () => {
      const share = card(page).getByRole('button', { name: 'Share' });
      await share.click();
      await expect(card(page).getByText('The link was copied.')).toBeAttached();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(new URL(link).searchParams.get('point')).toBe(query(page).get('point'));
      await page.evaluate(() =>
        Object.assign(navigator, {
          canShare: () => true,
          share: (shared: ShareData) => Promise.resolve(Object.assign(window, { shared })),
        }),
      );
      await share.click();
      const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
      expect(shared.url).toBe(link);
      expect(shared.title).not.toBe('');
    });
    const check = async (shown: Page) => {
      await expect(card(shown)).toBeVisible();
      await expect(card(shown).getByRole('heading', { level: 2 })).toHaveText(heading!);
      await expect(field(shown)).toHaveValue('Warszawa');
      const [before, after] = [address, await restAddress(shown)].map((url) => new URL(url).searchParams);
      for (const name of ['search', 'from', 'type', 'point', 'zoom'])
        expect(after!.get(name), name).toBe(before!.get(name));
      for (const name of ['latitude', 'longitude'])
        expect(Number(after!.get(name)), name).toBeCloseTo(Number(before!.get(name)), 3);
    };
    await page.reload();
    await check(page);
    await card(page).getByRole('button', { name: 'Close', exact: true }).click();
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(() => query(page).get('point')).toBeNull();

    const other = await context.newPage();
    await other.goto(address);
    await check(other);
  });
});

test.describe('a first visit to the locator', () => {
  test.use({ timezoneId: 'Europe/Warsaw' });

  test('Locator address: a plain address stays unchanged until the shopper acts, and starts in the country of their time zone', async ({
    page,
  }) => {
    // The service worker is registered once the address bar's code has loaded; the tests' browser refuses it.
    const refused = page.waitForEvent('console', (line) => line.text().includes('Service Worker'));
    await page.goto('/?utm_source=mail');
    await expect(page.locator('.dp-pin').first()).toBeVisible();
    await refused;
    await still(page.locator('.dp-map'), FRAMES_TO_WRITE);
    expect(new URL(page.url()).search).toBe('?utm_source=mail');
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect.poll(() => query(page).get('longitude')).not.toBeNull();
    const { longitude, zoom, utm_source } = Object.fromEntries(query(page));
    expect(utm_source).toBe('mail');
    expect(Number(longitude)).toBeGreaterThan(17);
    expect(Number(longitude)).toBeLessThan(22);
    expect(Number(zoom)).toBeGreaterThanOrEqual(6);
  });
});
