import { expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { goBack } from './go-back.ts';
import { noteAddresses } from './note-addresses.ts';

onPublishedNetwork();

const POSITION = { latitude: 52.229712, longitude: 21.012234 };
const list = (page: Page) => page.getByRole('region', { name: 'Pick-up points, nearest first' });
const map = (page: Page) => page.locator('.dp-map');
const mark = (page: Page) => page.locator('.dp-here');
const nearMe = (page: Page) => page.getByRole('search').getByRole('button', { name: 'Near me' });
const pressNearMe = (page: Page) => nearMe(page).click();
/** Chromium's own button, for which there is no role. */
const ownButton = (page: Page) => page.getByRole('search').locator('geolocation');

test('Near me: the position is requested only on a press, shown, and sent nowhere: refused, allowed, Back and Forward', async ({
  page,
  context,
}) => {
  const seen: string[] = [];
  context.on('request', (request) => {
    seen.push(request.url(), ...Object.values(request.headers()), request.postData() ?? '');
  });
  await noteAddresses(page, seen);
  await page.addInitScript(() => {
    const { geolocation } = navigator;
    const send = geolocation.getCurrentPosition.bind(geolocation);
    const requested = { times: 0 };
    Object.assign(window, { requested });
    geolocation.getCurrentPosition = (...question) => {
      requested.times++;
      send(...question);
    };
  });
  const countRequests = () =>
    page.evaluate(() => (window as unknown as { requested: { times: number } }).requested.times);
  await page.goto('/?latitude=50.0647&longitude=19.945&zoom=12');
  await expect(list(page)).toContainText('Sorted by distance from the centre of the map');

  await test.step('refused: that is reported, with the next step', async () => {
    await pressNearMe(page);
    const received = page
      .getByRole('search')
      .getByRole('status')
      .filter({ hasText: /isn’t sharing your location\. Allow it/ });
    await expect(received).toBeVisible();
    await expect(ownButton(page)).toBeVisible();
    await page.getByRole('combobox').press('Escape');
    await expect(received).toHaveCount(0);
    await expect(ownButton(page)).toHaveCount(0);
  });
  expect(await countRequests()).toBe(1);
  await test.step('allowed: the map shows the shopper’s position, and the list measures distances from it', async () => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ ...POSITION, accuracy: 40 });
    expect(await countRequests(), 'not asked before it is pressed').toBe(1);
    await pressNearMe(page);
    await expect(list(page)).toContainText('Sorted by distance from your location');
    await expect(mark(page)).toBeVisible();
    await still(map(page));
    const [box, area] = [await mark(page).boundingBox(), await map(page).boundingBox()];
    // In the middle of the map.
    expect(box!.x + box!.width / 2).toBeCloseTo(area!.x + area!.width / 2, -1);
    expect(box!.y + box!.height / 2).toBeCloseTo(area!.y + area!.height / 2, -1);
    // The circle's diameter follows the accuracy at every zoom.
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect.poll(async () => (await mark(page).boundingBox())!.width / box!.width).toBeCloseTo(2, 1);
  });
  await test.step('a card there, and another place, which replaces it', async () => {
    // After a manual move, the view still has one coordinate of the position.
    await map(page).press('ArrowRight');
    await list(page).getByRole('listitem').first().getByRole('button').click();
    await expect.poll(() => seen.some((each) => each.includes('point='))).toBe(true);
    await page.keyboard.press('Escape');
    await map(page).press('ArrowLeft');
    await page.getByRole('combobox').fill('Gdańsk');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(list(page)).toContainText(
      'Sorted by straight-line distance from the place you searched for',
    );
    await expect(mark(page)).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('Gdańsk');
  });
  await test.step('Back and Forward', async () => {
    await goBack(page);
    await expect(list(page)).toContainText('Sorted by distance from your location');
    await expect(mark(page)).toBeVisible();
    await goBack(page);
    await expect(list(page)).toContainText('Sorted by distance from the centre of the map');
    await page.goForward();
    await expect(list(page)).toContainText('Sorted by distance from your location');
    await expect(mark(page)).toBeVisible();
  });
  await test.step('a choice there, whose distance stays in the page’s memory', async () => {
    await list(page).getByRole('listitem').first().getByRole('button').click();
    await page.getByRole('button', { name: 'Choose this point' }).click();
    await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(stored).not.toContain('distanceMetres');
    expect(stored).not.toMatch(/52\.22971|21\.01223/);
  });
  await test.step('an inaccurate position isn’t used to the metre', async () => {
    await page.reload();
    await context.setGeolocation({ ...POSITION, accuracy: 30_000 });
    await pressNearMe(page);
    await expect(list(page)).toContainText('only accurate to 30 km');
    await expect(list(page).locator('.distance').first()).toContainText('about');
    await expect(mark(page)).toBeVisible();
    await still(map(page));
    const [box, area] = [await mark(page).boundingBox(), await map(page).boundingBox()];
    expect(box!.height, 'the whole circle is visible').toBeLessThan(area!.height);
  });
  await test.step('refused, then allowed by the browser’s own button', async () => {
    await context.clearPermissions();
    await page.reload();
    await pressNearMe(page);
    await expect(ownButton(page)).toBeVisible();
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ ...POSITION, accuracy: 40 });
    // Browsers ignore a press on it just after it has appeared.
    await expect
      .poll(() => ownButton(page).evaluate((button) => 'isValid' in button && button.isValid))
      .toBe(true);
    await ownButton(page).click();
    await expect(list(page)).toContainText('Sorted by distance from your location');
    await expect(ownButton(page)).toHaveCount(0);
    await expect(nearMe(page)).toBeFocused();
  });
  await page.goto('/account');
  expect(seen.filter((each) => /52\.2297|21\.0122/.test(each))).toEqual([]);
});
