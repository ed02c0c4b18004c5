import { expect, type Page } from '@playwright/test';
import type { Droppoint } from './droppoint.ts';
import { findStack } from '../find-stack.ts';
import { showMap } from './map-walk.ts';

/** A view with a few dozen points in a network of 3,000. */
export const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=10';

export const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
export const listOf = (page: Page) => page.getByRole('region', { name: 'Pick-up points, the nearest first' });
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

async function openCard(page: Page): Promise<void> {
  await openList(page);
  await rowsOf(page).nth(1).getByRole('button').click();
  await expect(chooseOf(page)).toBeEnabled();
}

async function choose(page: Page): Promise<void> {
  await openCard(page);
  await chooseOf(page).click();
  await expect(chosenOf(page)).toBeVisible();
}

export interface PickerStateCase {
  name: string;
  /** Whether the network is published; else the list is read live. */
  published: boolean;
  reach: (page: Page, droppoint: Droppoint) => Promise<void>;
}

/** Every state of the picker, and how to reach it: checked by axe, and by people in pictures (`npm run screens`). */
export const PICKER_STATES: readonly PickerStateCase[] = [
  {
    name: 'loading',
    published: false,
    async reach(page, droppoint) {
      await droppoint.setFaults([{ kind: 'latency', milliseconds: 3_000, routes: ['points'] }]);
      await page.goto('/');
      await expect(page.getByRole('progressbar')).toBeVisible();
    },
  },
  {
    name: 'rows-loading',
    published: true,
    async reach(page) {
      await page.route(/snapshot\/.*\/chunks\//, () => new Promise(() => {}));
      await page.goto(CITY);
      await expect(listOf(page).locator('[aria-busy="true"]').first()).toBeVisible();
    },
  },
  {
    name: 'hint',
    published: true,
    async reach(page) {
      await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=6');
      await expect(page.getByText(/Search for a city, a postcode or a street/)).toBeVisible();
    },
  },
  { name: 'list', published: true, reach: (page) => openList(page) },
  {
    name: 'suggestions',
    published: true,
    async reach(page) {
      await openList(page);
      await fieldOf(page).fill('war');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'nothing-found',
    published: true,
    async reach(page) {
      await openList(page);
      await fieldOf(page).fill('qqxqqx');
      await expect(page.getByRole('search')).toContainText('Nothing found for “qqxqqx”');
    },
  },
  {
    name: 'near-me-refused',
    published: true,
    async reach(page) {
      await openList(page);
      // The tests' browser refuses without asking.
      await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
      await expect(page.getByRole('search')).toContainText('doesn’t tell your position');
    },
  },
  {
    name: 'none-match',
    published: true,
    async reach(page) {
      await openList(page);
      await filtersOf(page).click();
      await page.getByRole('checkbox', { name: /^Type not given/ }).check();
      await page.locator('.chip.none').last().getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Show the points' }).click();
      await expect(page.getByText('No point matches your filters.')).toBeVisible();
    },
  },
  {
    name: 'filters',
    published: true,
    async reach(page) {
      await openList(page);
      await filtersOf(page).click();
      await page.getByRole('checkbox', { name: /^Parcel locker/ }).check();
    },
  },
  {
    name: 'unsuitable',
    published: true,
    async reach(page) {
      await openList(page);
      await filtersOf(page).click();
      await page.getByRole('checkbox', { name: 'Open on Sunday' }).check();
      await page.getByRole('button', { name: 'Show the points' }).click();
      await rowsOf(page).first().getByRole('button').focus();
      await page.keyboard.press('End');
      await expect(page.getByText(/Doesn’t suit/).first()).toBeVisible();
    },
  },
  {
    name: 'none-in-view',
    published: false,
    async reach(page) {
      await page.goto('/?latitude=40&longitude=-40&zoom=11');
      await expect(page.getByText('There are no points in this part of the map.')).toBeVisible();
    },
  },
  { name: 'card', published: true, reach: openCard },
  {
    name: 'card-whole',
    published: true,
    async reach(page) {
      await openCard(page);
      for (const summary of await page.locator('.card summary').all()) await summary.click();
      await page.locator('.card .body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'card-loading',
    published: true,
    async reach(page) {
      await page.route(/snapshot\/.*\/chunks\//, () => new Promise(() => {}));
      await page.goto(CITY);
      await rowsOf(page).nth(1).getByRole('button').click();
      await expect(chooseOf(page)).toBeDisabled();
    },
  },
  { name: 'chosen', published: true, reach: choose },
  {
    name: 'chosen-card',
    published: true,
    async reach(page) {
      await choose(page);
      await chosenOf(page)
        .getByRole('button', { name: /^Show: / })
        .click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  {
    name: 'stack',
    published: true,
    async reach(page, droppoint) {
      await page.goto(await findStack(droppoint.origin));
      await showMap(page);
      await page.locator('.dp-pin-stack').first().click();
      await expect(page.getByRole('region', { name: /points at this spot/ })).toBeVisible();
    },
  },
  {
    name: 'gone',
    published: true,
    async reach(page) {
      await page.goto(`${CITY}&point=PL_GONE`);
      await expect(page.getByRole('heading', { name: 'PL_GONE is no longer in the network' })).toBeVisible();
    },
  },
  {
    name: 'empty',
    published: false,
    async reach(page) {
      const empty = { count: 0, page: 1, perPage: 500, totalPages: 0, items: [] };
      await page.route('**/api/points?*', (route) => route.fulfill({ json: empty }));
      await page.goto('/');
      await expect(page.getByText('The list of points is empty')).toBeVisible();
    },
  },
  {
    name: 'error',
    published: false,
    async reach(page, droppoint) {
      await droppoint.setFaults([{ kind: 'answer', status: 400, routes: ['points'] }]);
      await page.goto('/');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'details-failed',
    published: true,
    async reach(page) {
      await page.route(/snapshot\/.*\/chunks\//, (route) => route.abort());
      await page.goto(CITY);
      await expect(listOf(page)).toContainText(/details of \d+ points couldn’t be loaded/);
    },
  },
  {
    name: 'card-failed',
    published: true,
    async reach(page) {
      await page.route(/snapshot\/.*\/chunks\//, (route) => route.abort());
      await page.goto(CITY);
      await rowsOf(page).nth(1).getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'offline',
    published: true,
    async reach(page) {
      await openList(page);
      await page.context().setOffline(true);
      await expect(page.getByRole('main')).toContainText('You’re offline');
    },
  },
  {
    name: 'stale',
    published: true,
    async reach(page) {
      await page.route('**/snapshot/manifest.json', async (route) => {
        const answer = await route.fetch();
        const manifest = (await answer.json()) as object;
        await route.fulfill({ json: { ...manifest, walkedAt: '2026-01-02T03:04:05Z' } });
      });
      await openList(page);
      await expect(page.getByRole('main')).toContainText('from January 2, 2026');
    },
  },
  {
    name: 'thousands',
    published: false,
    async reach(page) {
      const items = Array.from({ length: 1_500 }, (_, index) => ({
        id: `PL_${index}`,
        type: 'APM',
        coordinates: { latitude: 52 + index / 1e5, longitude: 21 },
      }));
      const answer = { count: items.length, page: 1, perPage: items.length, totalPages: 1, items };
      await page.route('**/api/points?*', (route) => route.fulfill({ json: answer }));
      await page.goto('/?latitude=52&longitude=21&zoom=6');
      await showMap(page);
      await expect(page.getByRole('button', { name: '1.5k points' })).toBeVisible();
    },
  },
  {
    name: 'live-list',
    published: false,
    async reach(page) {
      await openList(page);
      await expect(page.getByRole('main')).toContainText(/points on the map/);
    },
  },
];

/** States whose controls stand in the picker's column. */
export const COLUMN_STATES: readonly string[] = [
  'list',
  'filters',
  'card',
  'card-whole',
  'chosen',
  'chosen-card',
  'stack',
  'gone',
  'none-match',
];
