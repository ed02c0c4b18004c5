import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { findBarriers, findBarriersInEachLook } from './find-barriers.ts';

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

test('Network page: the operator reads every number of the published network, and the rejected items, on the smallest phone', async ({
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
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Points by country' })).toBeVisible();
  await expect(main).toContainText('Marked as old from 3 days on');
  const manifest = await readManifest(page);
  await expect(main.locator('dl').first()).toContainText(formatCount(manifest.count));

  await test.step('counts are the manifest’s, largest first', async () => {
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
  await test.step('the longest bar is the largest country’s', async () => {
    const panel = page.getByRole('region', { name: 'Points by country', exact: true }).first();
    const track = await panel.locator('.track').first().boundingBox();
    const ends = await panel
      .locator('.track')
      .evaluateAll((tracks) => tracks.map((bars) => bars.lastElementChild!.getBoundingClientRect().right));
    expect(ends[0]).toBeCloseTo(track!.x + track!.width, -1);
    expect(Math.max(...ends)).toBe(ends[0]);
  });
  await test.step('missing fields are listed by country, as in the report', async () => {
    const panel = page.getByRole('region', { name: 'Missing fields', exact: true });
    const answer = await page.request.get(`/snapshot/${manifest.version}/report.json`);
    const { fields } = (await answer.json()) as { fields: Record<string, number> };
    await expect(panel.getByRole('columnheader')).toHaveCount(9);
    await expect(panel.getByRole('row').nth(1).getByRole('cell').first()).toContainText(
      formatCount(manifest.count - fields['operatingHours']!),
    );
    await expect(panel.getByRole('rowheader').nth(1)).toContainText('Poland');
  });
  await test.step('set-aside items are listed with their reason, and searched by keyboard', async () => {
    const items = page.getByRole('region', { name: 'Set-aside items' });
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(foreign, 'requests to others').toEqual([]);
  expect(problems, 'errors and warnings').toEqual([]);
  expect(await findBarriersInEachLook(page)).toEqual([]);
});

test('Network page: the operator sees the fault of the published network, and a retry works once it is fixed', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const readAgain = () => main.getByRole('button', { name: 'Read again' }).click();
  const MANIFEST = '**/snapshot/manifest.json';
  await page.route(MANIFEST, (route) => route.fulfill({ status: 404 }));
  await page.goto('/network');
  await test.step('none is published: the page names the command', async () => {
    await expect(main.getByRole('heading', { name: 'No network is published yet' })).toBeVisible();
    await expect(main).toContainText('npm run snapshot');
  });
  await test.step('a manifest that is broken: the page names the field', async () => {
    await page.unroute(MANIFEST);
    await changeManifest(page, (manifest) => ({ ...manifest, squares: null }));
    await readAgain();
    await expect(main.getByRole('heading', { name: 'The published network can’t be read' })).toBeVisible();
    await main.getByText('Details of the problem').click();
    await expect(main.getByRole('listitem')).toContainText(['squares']);
    expect(await findBarriers(page)).toEqual([]);
  });
  await test.step('an old network with unknown values, without its report', async () => {
    await page.unroute(MANIFEST);
    await changeManifest(page, (manifest) => ({
      ...manifest,
      walkedAt: '2026-01-02T03:04:05Z',
      facets: [...manifest.facets, ['PL', 'DRONE_PAD', 'ROOFTOP', 0]],
      setAside: { ...manifest.setAside, moon_rock: 3 },
    }));
    await page.route('**/report.json', (route) => route.fulfill({ status: 503 }));
    await readAgain();
    await expect(main).toContainText('Old: more than 3 days');
    await expect(main).toContainText('January 2, 2026 at 3:04 AM UTC');
    for (const value of ['DRONE_PAD', 'ROOFTOP', 'moon_rock']) await expect(main).toContainText(value);
    await expect(main).toContainText('The list of these items can’t be read.');
    await expect(main.getByRole('heading', { name: 'Set aside, by reason' })).toBeVisible();
  });
  await test.step('a network whose time of reading is unknown counts as old', async () => {
    await page.unroute(MANIFEST);
    await changeManifest(page, (manifest) => ({ ...manifest, walkedAt: 'once' }));
    await readAgain();
    await expect(main).toContainText('Time of reading unknown');
    await expect(main).toContainText('Old: more than 3 days');
  });
  await test.step('the report is there again', async () => {
    await page.unroute('**/report.json');
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('searchbox')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'The last reading of the list' })).toBeVisible();
  });
});
