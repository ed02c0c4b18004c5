import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { findBarriersInEachLook } from './find-barriers.ts';

onPublishedNetwork();

interface Manifest {
  version: string;
  count: number;
  setAside: Record<string, number>;
  facets: [country: string, type: string, locationType: string, count: number][];
}

const formatCount = (count: number) => new Intl.NumberFormat('en').format(count);

async function readManifest(page: Page): Promise<Manifest> {
  return (await (await page.request.get('/snapshot/manifest.json')).json()) as Manifest;
}

function total(manifest: Manifest, column: 0 | 1 | 2): Map<string, number> {
  const totals = new Map<string, number>();
  for (const row of manifest.facets) totals.set(row[column], (totals.get(row[column]) ?? 0) + row[3]);
  return totals;
}

async function changeManifest(page: Page, change: (manifest: Manifest) => object) {
  await page.route('**/snapshot/manifest.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: change((await answer.json()) as Manifest) });
  });
}

/** The cells of a chart's table: the value as the platform has it, and the count. */
async function readTable(page: Page, name: string): Promise<[string, string][]> {
  const panel = page.getByRole('region', { name, exact: true }).first();
  await panel.getByText('As a table').click();
  const rows = panel.locator('tbody tr');
  return rows.evaluateAll((found) =>
    found.map((row) => [row.children[1]!.textContent.trim(), row.children[2]!.textContent.trim()]),
  );
}

test('every number is the manifest’s, largest first', async ({ page }) => {
  await page.goto('/network');
  await expect(page.getByRole('heading', { name: 'Points by country' })).toBeVisible();
  const manifest = await readManifest(page);
  const figures = page.getByRole('main').locator('dl').first();
  await expect(figures).toContainText(formatCount(manifest.count));
  for (const [name, column] of [
    ['Points by country', 0],
    ['Points by type', 1],
    ['Points by placement', 2],
  ] as const) {
    const expected = [...total(manifest, column)]
      .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
      .map(([value, count]) => [value, formatCount(count)]);
    expect(await readTable(page, name)).toEqual(expected);
  }
  expect(Object.fromEntries(await readTable(page, 'Set aside, by reason'))).toEqual(
    Object.fromEntries(
      Object.entries(manifest.setAside).map(([reason, count]) => [reason, formatCount(count)]),
    ),
  );
});

test('the longest bar is the largest country’s, and what is small is folded', async ({ page }) => {
  await page.goto('/network');
  const panel = page.getByRole('region', { name: 'Points by country', exact: true }).first();
  const rows = panel.locator('ol > li');
  const countries = total(await readManifest(page), 0).size;
  await expect(rows).toHaveCount(Math.min(15, countries));
  if (countries > 15) await expect(rows.last()).toContainText('other countries');
  const track = await panel.locator('.track').first().boundingBox();
  const bars = panel.locator('.track > *');
  const ends = await bars.evaluateAll((found) =>
    found.map((bar) => {
      const { top, right } = bar.getBoundingClientRect();
      return { top, right };
    }),
  );
  const firstTop = Math.min(...ends.map(({ top }) => top));
  const firstEnd = Math.max(...ends.filter(({ top }) => top === firstTop).map(({ right }) => right));
  expect(firstEnd).toBeCloseTo(track!.x + track!.width, -1);
  expect(Math.max(...ends.map(({ right }) => right))).toBe(firstEnd);
});

test('values that nobody knows are shown as they came', async ({ page }) => {
  await changeManifest(page, (manifest) => ({
    ...manifest,
    facets: [...manifest.facets, ['PL', 'DRONE_PAD', 'ROOFTOP', 0]],
    setAside: { ...manifest.setAside, moon_rock: 3 },
  }));
  await page.goto('/network');
  const main = page.getByRole('main');
  await expect(main).toContainText('DRONE_PAD');
  await expect(main).toContainText('ROOFTOP');
  await expect(main).toContainText('moon_rock');
});

test('what was set aside is listed with its reason, and searched by keyboard', async ({ page }) => {
  await page.goto('/network');
  const manifest = await readManifest(page);
  const items = page.getByRole('region', { name: 'What was set aside' });
  const all = Object.values(manifest.setAside).reduce((sum, count) => sum + count, 0);
  const shown = Math.min(20, all);
  await expect(items.getByRole('status')).toHaveText(`${shown} of ${formatCount(all)} items shown`);
  const id = await items.locator('tbody .code').first().innerText();
  await items.getByRole('searchbox').focus();
  await page.keyboard.type(id.toLowerCase());
  await expect(items.locator('tbody tr').first()).toContainText(id);
  await expect(items.getByRole('status')).toContainText(/^\d+ of \d+ items? shown$/);
  await page.keyboard.type('~nothing');
  await expect(items.getByRole('status')).toHaveText('No item fits this search.');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  const [reason, count] = Object.entries(manifest.setAside)[0]!;
  await items.getByRole('combobox').selectOption(reason);
  await expect(items.getByRole('status')).toContainText(`of ${formatCount(count)} item`);
});

test('an old network is marked, a fresh one is not', async ({ page }) => {
  await page.goto('/network');
  const main = page.getByRole('main');
  await expect(main).toContainText('Marked as old from 3 days on');
  await changeManifest(page, (manifest) => ({ ...manifest, walkedAt: '2026-01-02T03:04:05Z' }));
  await main.getByRole('button', { name: 'Read again' }).click();
  await expect(main).toContainText('Old: more than 3 days');
  await expect(main).toContainText('January 2, 2026 at 3:04 AM UTC');
});

test('where nothing is published the page says so, and names the command', async ({ page }) => {
  await page.route('**/snapshot/manifest.json', (route) => route.fulfill({ status: 404 }));
  await page.goto('/network');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'No network is published yet' })).toBeVisible();
  await expect(main).toContainText('npm run snapshot');
  await page.unroute('**/snapshot/manifest.json');
  await main.getByRole('button', { name: 'Read again' }).click();
  await expect(main.getByRole('heading', { name: 'Points by country' })).toBeVisible();
});

test('a broken manifest is told of, with what is wrong', async ({ page }) => {
  await changeManifest(page, (manifest) => ({ ...manifest, squares: null }));
  await page.goto('/network');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'The published network can’t be read' })).toBeVisible();
  await main.getByText('What is wrong with it').click();
  await expect(main.getByRole('listitem')).toContainText(['squares']);
});

test('without the report the figures stand, and the report is had again', async ({ page }) => {
  await page.route('**/report.json', (route) => route.fulfill({ status: 503 }));
  await page.goto('/network');
  const main = page.getByRole('main');
  await expect(main).toContainText('The list of these items can’t be read.');
  await expect(main.getByRole('heading', { name: 'Set aside, by reason' })).toBeVisible();
  await page.unroute('**/report.json');
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('searchbox')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'The last reading of the list' })).toBeVisible();
});

test('no third party is asked, no policy broken, and nothing is wider than the smallest phone', async ({
  page,
  droppoint,
}) => {
  const foreign: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(droppoint.origin)) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/network');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await readTable(page, 'Points by country');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
});

test('axe finds no barrier on the operator’s page', async ({ page }) => {
  await page.goto('/network');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await readTable(page, 'Points by country');
  expect(await findBarriersInEachLook(page)).toEqual([]);
  for (const [pattern, status] of [
    ['**/report.json', 503],
    ['**/snapshot/manifest.json', 404],
    ['**/snapshot/manifest.json', 200],
  ] as const) {
    await page.route(pattern, (route) => route.fulfill({ status, body: 'x' }));
    await page.reload();
    await expect(page.getByText(/npm run snapshot|can’t be read/).first()).toBeVisible();
    expect(await findBarriersInEachLook(page)).toEqual([]);
  }
});

test('what points lack is told by country, as the report has it', async ({ page }) => {
  await page.goto('/network');
  const panel = page.getByRole('region', { name: 'What points lack', exact: true });
  const { version, count } = await readManifest(page);
  const answer = await page.request.get(`/snapshot/${version}/report.json`);
  const { fields } = (await answer.json()) as { fields: Record<string, number> };
  const cells = panel.getByRole('row').nth(1).getByRole('cell');
  await expect(panel.getByRole('columnheader')).toHaveCount(9);
  await expect(cells.first()).toContainText(formatCount(count - fields['operatingHours']!));
  await expect(panel.getByRole('rowheader').nth(1)).toContainText('Poland');
});
