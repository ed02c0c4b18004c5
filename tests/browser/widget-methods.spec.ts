import { expect, type Page } from '@playwright/test';
import {
  choosePoint,
  frameOf,
  onPicker,
  openCard,
  picker,
  readForm,
  recordEvents,
  test,
} from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** The element's methods and events, through the real frame. */
onPublishedNetwork();

const KNOWN = 'PL_CZE10M';

async function openInline(page: Page, shop: { open(page: Page, shop: { body: string }): Promise<void> }) {
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
}

/** The details of all events of one type so far. */
const detailsOf = async (readEvents: () => Promise<[string, unknown][]>, type: string) =>
  (await readEvents()).filter(([name]) => name === `droppoint-${type}`).map(([, detail]) => detail);

test('search() finds as if it had been typed; droppoint-search tells what kind of thing, and nothing of the words', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await openInline(page, shop);
  await onPicker(page, (element) => element.search('Gdańsk'));
  await expect(frameOf(page).locator('section.list').getByRole('listitem').first()).toContainText(/Gda/i);
  expect(await detailsOf(readEvents, 'search')).toEqual([{ kind: 'place' }]);
});

test('selectPoint() chooses and hands the point over; null takes the choice back', async ({ page, shop }) => {
  await openInline(page, shop);
  const point = await onPicker(page, (element) => element.selectPoint('PL_CZE10M'));
  expect(point).toMatchObject({ id: KNOWN, country: 'PL' });
  expect(await readForm(page)).toEqual({ point: KNOWN });
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  expect(await onPicker(page, (element) => element.selectPoint(null))).toBeNull();
  expect(await readForm(page)).toEqual({});
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toHaveCount(0);
});

test('a point chosen while the one the page began with is still looked up stays chosen', async ({
  page,
  shop,
}) => {
  // Both answers are released together, that of the point chosen later first.
  const held: [id: string, answer: () => Promise<void>][] = [];
  await page.route(/\/api\/points\/PL_CZE1[01]M\?/, async (route) => {
    const response = await route.fetch();
    const id = new URL(route.request().url()).pathname.split('/').at(-1)!;
    held.push([id, () => route.fulfill({ response })]);
  });
  await shop.open(page, { body: `<form>${picker('value="PL_CZE11M"')}</form>` });
  const chosen = onPicker(page, (element) => element.selectPoint('PL_CZE10M'));
  await expect.poll(() => held.length).toBe(2);
  await Promise.all(held.sort().map(([, answer]) => answer()));
  await chosen;
  // The frame answers this after all its messages about the first point.
  await page.unrouteAll();
  await onPicker(page, (element) => element.validate());
  expect(await onPicker(page, ({ value, selectedPoint }) => [value, selectedPoint?.id])).toEqual([
    KNOWN,
    KNOWN,
  ]);
});

test('showPoint() opens a card and chooses nothing; of a point that is gone it tells the nearest', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await openInline(page, shop);
  await onPicker(page, (element) => element.showPoint('PL_CZE10M'));
  await expect(frameOf(page).locator('.code').first()).toHaveText(KNOWN);
  expect(await readForm(page)).toEqual({});
  await onPicker(page, (element) => element.showPoint('PL_GONE'));
  await expect.poll(() => detailsOf(readEvents, 'invalid-selection')).toHaveLength(1);
  const [told] = (await detailsOf(readEvents, 'invalid-selection')) as {
    alternatives: { point: { id: string } }[];
  }[];
  expect(told).toMatchObject({ id: 'PL_GONE', reason: 'gone' });
  expect(told!.alternatives.length).toBeGreaterThan(0);
  expect(told!.alternatives[0]!.point.id).toMatch(/^[A-Z]{2}_/);
});

test('changePosition() moves the map, and distances are counted from there', async ({ page, shop }) => {
  await openInline(page, shop);
  await onPicker(page, (element) => element.changePosition({ latitude: 54.34042, longitude: 18.65953 }, 14));
  const first = frameOf(page).locator('section.list').getByRole('listitem').first();
  await expect(first).toContainText(/Gda/i);
  await expect(first.locator('.distance')).toContainText(/\b\d{1,2} m\b/);
});

test('validate() asks of the chosen point or another; reset() and destroy() leave what they should', async ({
  page,
  shop,
}) => {
  await openInline(page, shop);
  await onPicker(page, (element) => element.selectPoint('PL_CZE10M'));
  expect(await onPicker(page, (element) => element.validate())).toMatchObject({ isValid: true, errors: [] });
  const gone = await onPicker(page, (element) => element.validate('PL_GONE'));
  expect(gone).toMatchObject({ isValid: false, errors: [{ code: 'gone' }] });
  expect(gone.alternatives.length).toBeGreaterThan(0);

  await onPicker(page, (element) => element.refresh());
  const asked = page.locator('#picker iframe');
  await onPicker(page, (element) => element.destroy());
  await expect(asked).toHaveCount(0);
  expect(await readForm(page)).toEqual({ point: KNOWN });
  // A question asked afterwards is a new one.
  expect(await onPicker(page, (element) => element.validate())).toMatchObject({ isValid: true });
  await onPicker(page, (element) => element.reset());
  expect(await readForm(page)).toEqual({});
});

test('a value that is taken back stays so, whatever the frame was about to say of it', async ({
  page,
  shop,
}) => {
  await openInline(page, shop);
  const value = await onPicker(page, async (element) => {
    element.value = 'PL_CZE10M';
    await Promise.resolve();
    // The page is busy; the frame, in another process, isn't: it looks the point up and reports the choice meanwhile.
    for (const sinceMs = performance.now(); performance.now() - sinceMs < 1_000;);
    element.reset();
    // Messages arrive in order: the choice before this answer.
    await element.validate('PL_GONE');
    return element.value;
  });
  expect(value).toBe('');
});

test('validate() of a chosen point that has closed names others where that point was, not where the map began', async ({
  page,
  shop,
}) => {
  await openInline(page, shop);
  await onPicker(page, (element) => element.changePosition({ latitude: 54.34042, longitude: 18.65953 }, 14));
  await expect(frameOf(page).locator('section.list').getByRole('listitem').first()).toContainText(/Gda/i);
  const id = await choosePoint(page);
  // As if it closed now: the server says so, and the lookup has to carry its position.
  await page.route(`**/api/points/${id}?*`, async (route) => {
    const address = new URL(route.request().url());
    address.pathname = '/api/points/PL_GONE';
    const response = await route.fetch({ url: address.href });
    await route.fulfill({ response, json: { ...((await response.json()) as object), id } });
  });
  const { isValid, alternatives } = await onPicker(page, (element) => element.validate());
  expect(isValid).toBe(false);
  for (const { coordinates } of alternatives.map(({ point }) => point)) {
    expect(Math.abs(coordinates.latitude - 54.34)).toBeLessThan(0.5);
    expect(Math.abs(coordinates.longitude - 18.65)).toBeLessThan(0.5);
  }
  expect(alternatives.length).toBeGreaterThan(0);
});

test('what is asked for is refused when the element goes away meanwhile', async ({ page, shop }) => {
  await openInline(page, shop);
  const code = await onPicker(page, (element) => {
    const answer = element.validate('PL_GONE').catch((error: unknown) => (error as { code: string }).code);
    element.remove();
    return answer;
  });
  expect(code).toBe('destroyed');
});

test('droppoint-filter tells the rules, droppoint-view what a phone shows', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const readEvents = await recordEvents(page);
  await openInline(page, shop);
  const frame = frameOf(page);
  await frame.getByRole('button', { name: 'Show the map', exact: true }).click();
  await expect.poll(() => detailsOf(readEvents, 'view')).toEqual([{ view: 'map' }]);
  await frame.getByRole('button', { name: /^Filters/ }).click();
  await frame.getByRole('checkbox', { name: /^Shop or counter/ }).check();
  await expect
    .poll(() => detailsOf(readEvents, 'filter'))
    .toMatchObject([{ filter: { types: ['PUDO'], openNow: false } }]);
});

test('a card that is open closes with Escape before the dialog does', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => void element.open());
  await openCard(frameOf(page));
  await expect(frameOf(page).getByRole('button', { name: /^Choose this point/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(frameOf(page).getByRole('button', { name: /^Choose this point/ })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
