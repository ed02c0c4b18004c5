import { restAddress } from './rest-address.ts';
import { expect, type Page } from '@playwright/test';
import { findStack } from '../find-stack.ts';
import { PICKER_COLUMN } from './list-off-grid.ts';
import { showMap } from './map-walk.ts';
import type { Screen, Visit } from './visit.ts';

/** A view with a few dozen points in a network of 3,000. */
export const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=10';

export const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
export const listOf = (page: Page) => page.getByRole('region', { name: 'Pick-up points, nearest first' });
export const rowsOf = (page: Page) => listOf(page).getByRole('listitem');
export const chooseOf = (page: Page) => page.getByRole('button', { name: 'Choose this point' });
export const filtersOf = (page: Page) => page.getByRole('button', { name: /^Filters/ });
export const chosenOf = (page: Page) => page.getByRole('region', { name: 'Your pick-up point' });

/** Opens the locator at a city, and waits until the first rows have their details. */
export async function openList(page: Page, address = CITY): Promise<void> {
  await page.goto(address);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(listOf(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Opens the locator at a city, and the second point of the list. */
export async function openCard(page: Page): Promise<void> {
  await openList(page);
  await rowsOf(page).nth(1).getByRole('button').click();
  await expect(chooseOf(page)).toBeEnabled();
}

const lockersOf = (page: Page) => page.getByRole('checkbox', { name: /^Parcel locker/ });
const sundayOf = (page: Page) => page.getByRole('checkbox', { name: 'Open on Sunday' });
/** Closes the filters, and waits until the browser has gone back over their entry in the history. */
async function showPoints(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show the points' }).click();
  await restAddress(page);
}
const textIn = (role: 'search' | 'main', text: string | RegExp) => (page: Page) =>
  page.getByRole(role).getByText(text).first();
const cardName = (page: Page) => page.locator('.card h2');

const CHUNKS = /snapshot\/.*\/chunks\//;
const LIST_ROUTE = '**/api/points?*';

/**
 * Prevents the page from giving up on missing answers, so that a state lasts as long as its check.
 */
function withoutTimeLimit(): void {
  const { setTimeout } = globalThis;
  const TIME_LIMIT_MS = 20_000;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => (ms < TIME_LIMIT_MS ? setTimeout(run, ms) : 0),
  });
}

/** Answers the list of points, in place of the platform. */
async function answerList(page: Page, items: readonly object[]): Promise<void> {
  await page.unroute(LIST_ROUTE);
  const answer = {
    count: items.length,
    page: 1,
    perPage: items.length || 500,
    totalPages: items.length ? 1 : 0,
    items,
  };
  await page.route(LIST_ROUTE, (route) => route.fulfill({ json: answer }));
}

const LIST: readonly Screen[] = [
  {
    name: 'list',
    column: PICKER_COLUMN,
    seen: (page) => [fieldOf(page), rowsOf(page).first().getByRole('button')],
    seenOnItsSide: (page) => [rowsOf(page).nth(1)],
    reach: (page) => openList(page),
    sign: listOf,
  },
  {
    name: 'suggestions',
    kind: 'minor',
    async reach(page) {
      await fieldOf(page).fill('war');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
    sign: (page) => page.getByRole('option').first(),
  },
  {
    name: 'nothing-found',
    kind: 'minor',
    reach: (page) => fieldOf(page).fill('qqxqqx'),
    sign: textIn('search', 'Nothing found for “qqxqqx”'),
  },
  {
    name: 'near-me-refused',
    kind: 'minor',
    async reach(page) {
      await fieldOf(page).fill('');
      // The tests' browser refuses without asking.
      await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
    },
    sign: textIn('search', 'isn’t sharing your location'),
  },
  {
    name: 'filters',
    column: PICKER_COLUMN,
    async reach(page) {
      await filtersOf(page).click();
      await lockersOf(page).check();
    },
    sign: (page) => page.getByRole('button', { name: 'Show the points' }),
  },
  {
    name: 'unsuitable',
    async reach(page) {
      await lockersOf(page).uncheck();
      await sundayOf(page).check();
      await showPoints(page);
      // From there the same points are the nearest, wherever the map is.
      await fieldOf(page).fill('52.2297, 21.0122');
      await expect(page.getByRole('option', { name: 'Coordinates' })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(listOf(page)).toContainText(
        'Sorted by straight-line distance from the place you searched for',
      );
      await expect(listOf(page).locator('[aria-busy="true"]')).toHaveCount(0);
    },
    async prepare(page) {
      await rowsOf(page).first().getByRole('button').focus();
      await page.keyboard.press('End');
      await expect(page.getByText(/Doesn’t match/).first()).toBeVisible();
    },
    sign: listOf,
  },
  {
    name: 'none-match',
    kind: 'minor',
    column: PICKER_COLUMN,
    async reach(page) {
      await filtersOf(page).click();
      await sundayOf(page).uncheck();
      await page.getByRole('checkbox', { name: /^Type not given/ }).check();
      await page.locator('.chip.none').last().getByRole('checkbox').check();
      await showPoints(page);
    },
    sign: textIn('main', 'No points match your filters.'),
  },
];

const POINT: readonly Screen[] = [
  {
    name: 'card',
    column: PICKER_COLUMN,
    seen: (page) => [cardName(page), chooseOf(page)],
    reach: openCard,
    sign: chooseOf,
  },
  {
    name: 'card-whole',
    column: PICKER_COLUMN,
    async reach(page) {
      for (const summary of await page.locator('.card summary').all()) await summary.click();
      await page.locator('.card .body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
    seen: (page) => [chooseOf(page)],
    sign: chooseOf,
  },
  {
    name: 'chosen',
    column: PICKER_COLUMN,
    reach: (page) => chooseOf(page).click(),
    sign: chosenOf,
    seenOnItsSide: (page) => [rowsOf(page).nth(1)],
  },
  {
    name: 'chosen-card',
    column: PICKER_COLUMN,
    reach: (page) =>
      chosenOf(page)
        .getByRole('button', { name: /^Show: / })
        .click(),
    sign: (page) => page.getByRole('button', { name: 'Undo' }),
  },
  {
    name: 'offline',
    kind: 'minor',
    async reach(page) {
      await page.keyboard.press('Escape');
      await page.context().setOffline(true);
    },
    sign: textIn('main', 'You’re offline'),
  },
];

const PLACES: readonly Screen[] = [
  {
    name: 'hint',
    kind: 'minor',
    reach: (page) => page.goto('/?latitude=52.2297&longitude=21.0122&zoom=6'),
    sign: (page) => page.getByText(/Search for a city, a postcode or a street/),
  },
  {
    name: 'stack',
    column: PICKER_COLUMN,
    async reach(page, droppoint) {
      await page.goto(await findStack(droppoint.origin));
      await showMap(page);
      await page.locator('.dp-pin-stack').first().click();
    },
    sign: (page) => page.getByRole('region', { name: /points at this spot/ }),
  },
  {
    name: 'gone',
    column: PICKER_COLUMN,
    reach: (page) => page.goto(`${CITY}&point=PL_GONE`),
    sign: (page) => page.getByRole('heading', { name: 'PL_GONE is no longer in the network' }),
  },
  {
    name: 'stale',
    kind: 'minor',
    async reach(page) {
      await page.route('**/snapshot/manifest.json', async (route) => {
        const answer = await route.fetch();
        const manifest = (await answer.json()) as object;
        await route.fulfill({ json: { ...manifest, walkedAt: '2026-01-02T03:04:05Z' } });
      });
      await openList(page);
    },
    sign: textIn('main', /from January 2, 2026/),
  },
];

const WITHOUT_DETAILS: readonly Screen[] = [
  {
    name: 'rows-loading',
    kind: 'minor',
    async reach(page) {
      await page.route(CHUNKS, () => new Promise(() => {}));
      await page.addInitScript(withoutTimeLimit);
      await page.goto(CITY);
    },
    sign: (page) => listOf(page).locator('[aria-busy="true"]').first(),
  },
  {
    name: 'card-loading',
    kind: 'minor',
    reach: (page) => rowsOf(page).nth(1).getByRole('button').click(),
    sign: (page) => page.getByRole('button', { name: 'Choose this point', disabled: true }),
  },
  {
    name: 'details-failed',
    kind: 'minor',
    async reach(page) {
      await page.unroute(CHUNKS);
      await page.route(CHUNKS, (route) => route.abort());
      await page.goto(CITY);
    },
    sign: (page) => listOf(page).getByText(/details of \d+ points couldn’t be loaded/),
  },
  {
    name: 'card-failed',
    kind: 'minor',
    reach: (page) => rowsOf(page).nth(1).getByRole('button').click(),
    sign: (page) => page.getByRole('alert').first(),
  },
];

const LIVE_LIST: readonly Screen[] = [
  {
    name: 'loading',
    kind: 'minor',
    async reach(page) {
      await page.addInitScript(withoutTimeLimit);
      // The first page has the total number.
      await page.route(LIST_ROUTE, (route) =>
        /page=1&/.test(route.request().url()) ? route.continue() : new Promise(() => {}),
      );
      await page.goto('/');
    },
    sign: (page) => page.getByRole('progressbar'),
  },
  {
    name: 'empty',
    kind: 'minor',
    async reach(page) {
      await answerList(page, []);
      await page.goto('/');
    },
    sign: (page) => page.getByText('The list of points is empty').first(),
  },
  {
    name: 'thousands',
    kind: 'minor',
    async reach(page) {
      const items = Array.from({ length: 1_500 }, (_, index) => ({
        id: `PL_${index}`,
        type: 'APM',
        coordinates: { latitude: 52 + index / 1e5, longitude: 21 },
      }));
      await answerList(page, items);
      await page.goto('/?latitude=52&longitude=21&zoom=6');
    },
    prepare: showMap,
    sign: (page) => page.getByRole('button', { name: '1.5k points' }),
  },
  {
    name: 'error',
    kind: 'minor',
    async reach(page) {
      await page.unroute(LIST_ROUTE);
      await page.route(LIST_ROUTE, (route) => route.fulfill({ status: 400, json: {} }));
      await page.goto('/');
    },
    sign: (page) => page.getByRole('alert').first(),
  },
  {
    name: 'none-in-view',
    kind: 'minor',
    async reach(page) {
      await page.unroute(LIST_ROUTE);
      await page.goto('/?latitude=40&longitude=-40&zoom=11');
      await expect(page.getByText('There are no points in this part of the map.')).toBeVisible();
    },
    sign: (page) => page.locator('.panel-area').getByRole('button', { name: 'Near me' }),
  },
  {
    name: 'live-list',
    kind: 'minor',
    reach: (page) => openList(page),
    sign: textIn('main', /points on the map/),
  },
];

/** Every state of the picker: looked at in every look, and by people in pictures (`npm run screens`). */
export const PICKER_VISITS: readonly Visit[] = [
  { title: 'the list, its search and its filters', isPublished: true, isInFirefox: true, screens: LIST },
  { title: 'a point, opened and chosen', isPublished: true, isInFirefox: true, screens: POINT },
  { title: 'other places, and points that are gone', isPublished: true, screens: PLACES },
  { title: 'a list whose details don’t come', isPublished: true, screens: WITHOUT_DETAILS },
  { title: 'a network that isn’t published', isPublished: false, screens: LIVE_LIST },
];
