import { expect, type Page } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { findStack } from '../find-stack.ts';
import { test, type Droppoint } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
import { listNarrowTexts } from './list-narrow-texts.ts';
import { listOverflows } from './list-overflows.ts';
import { openDesk } from './login-walk.ts';
import { chosenOf, openList, PICKER_STATES, rowsOf } from './picker-states.ts';

/** Every screen is measured with text twice as large. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
/** Percent of the window's height that the bar of the chosen point may take. */
const MAX_BAR_PERCENT = 40;

const reachState = (wanted: string) => (page: Page, droppoint: Droppoint) =>
  PICKER_STATES.find(({ name }) => name === wanted)!.reach(page, droppoint);

const SCREENS: Readonly<Record<string, (page: Page, droppoint: Droppoint) => Promise<void>>> = {
  ...Object.fromEntries(
    [
      'suggestions',
      'nothing-found',
      'near-me-refused',
      'list',
      'none-match',
      'unsuitable',
      'filters',
      'card',
      'card-whole',
      'chosen',
      'chosen-card',
      'gone',
      'hint',
      'details-failed',
      'card-failed',
      'stale',
    ].map((name) => [name, reachState(name)]),
  ),
  async configure(page) {
    await page.goto('/configure');
    await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
  },
  async network(page) {
    await page.goto('/network');
    await expect(page.getByRole('heading', { name: 'Points by country' })).toBeVisible();
  },
  async login(page) {
    await page.goto('/account');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  },
  async broker(page) {
    await openDesk(page);
    await expect(page.getByRole('heading', { name: 'Send', exact: true })).toBeVisible();
    await expect(rowsOf(page).first()).toBeVisible();
  },
};

test.beforeAll(({ droppoint }) => droppoint.publish());
test.afterAll(({ droppoint }) => droppoint.unpublish());

test.beforeEach(async ({ page }) => {
  await enlargeText(page, 32);
  await page.setViewportSize(PHONES[0]!);
});

/** Why points don't suit, where it isn't seen whole in the point's row. */
const listCutReasons = (page: Page): Promise<string[]> =>
  page.locator('.row .why').evaluateAll((reasons) =>
    reasons
      .filter((reason) => {
        const [{ top, bottom }, row] = [reason, reason.closest('.row')!].map((each) =>
          each.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        const isCut =
          reason.scrollWidth > reason.clientWidth + 1 || reason.scrollHeight > reason.clientHeight + 1;
        return isCut || top < row.top || bottom > row.bottom;
      })
      .map(({ textContent }) => textContent),
  );

async function measure(page: Page): Promise<void> {
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await rest(page);
    expect.soft(await listNarrowTexts(page), `${size.width} px`).toEqual([]);
    expect.soft(await listOverflows(page), `${size.width} px`).toEqual([]);
    expect.soft(await listCutReasons(page), `${size.width} px`).toEqual([]);
    if (!(await chosenOf(page).isVisible())) continue;
    const { height } = (await chosenOf(page).boundingBox())!;
    expect.soft(height, 'the bar').toBeLessThanOrEqual((MAX_BAR_PERCENT / 100) * size.height);
  }
}

/** Those with the most text and controls: Firefox has other fonts and other boxes for both. */
const IN_FIREFOX = ['list', 'filters', 'card-whole', 'chosen', 'configure', 'broker'];

for (const [name, reach] of Object.entries(SCREENS))
  test(
    `texts have room for a dozen letters, and nothing sticks out: ${name}`,
    { tag: IN_FIREFOX.includes(name) ? '@firefox' : [] },
    async ({ page, droppoint }) => {
      await reach(page, droppoint);
      await measure(page);
    },
  );

test('a map that takes the list’s place has the place of the address in its middle', async ({
  page,
  droppoint,
}) => {
  await page.goto(await findStack(droppoint.origin));
  const map = page.locator('.leaflet-container');
  await map.waitFor({ state: 'attached' });
  await expect(map).toBeHidden();
  await page.getByRole('button', { name: 'Show the map' }).click();
  const pin = page.locator('.dp-pin-stack');
  await expect(pin).toBeVisible();
  await rest(page);
  const [place, around] = [(await pin.boundingBox())!, (await map.boundingBox())!];
  // The tip of the pin.
  expect(place.x + place.width / 2).toBeCloseTo(around.x + around.width / 2, -1);
  expect(place.y + place.height).toBeCloseTo(around.y + around.height / 2, -1);
});

test('the scale bar stands beside the credits or above them', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Show the map' }).click();
  const [scale, credits] = [page.locator('.dp-scale'), page.locator('.dp-credit')];
  await expect(scale).toBeVisible();
  for (const size of [...PHONES, { width: 300, height: 600 }]) {
    await page.setViewportSize(size);
    await rest(page);
    const [bar, line] = [(await scale.boundingBox())!, (await credits.boundingBox())!];
    const isApart = bar.x + bar.width <= line.x || bar.y + bar.height <= line.y;
    expect.soft(isApart, `${size.width} px`).toBe(true);
    expect.soft(Math.round(line.x + line.width), 'the credits at the right edge').toBe(size.width);
    expect.soft(bar.x, 'the scale bar at the left').toBeLessThan(size.width / 4);
  }
});

test('an error is shown, though there is no room for the map', async ({ page, droppoint }) => {
  await droppoint.unpublish();
  await reachState('error')(page, droppoint);
  await measure(page);
});
