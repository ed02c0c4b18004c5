import { expect, type Response } from '@playwright/test';
import { holdBack, still } from './come-to-rest.ts';
import { test } from './droppoint.ts';

test('Locator: a shopper sees the network while it is being read, finds a point that hasn’t been read yet, and chooses it', async ({
  page,
  context,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const answers: Promise<string>[] = [];
  const note = (response: Response) => {
    const read = async () => JSON.stringify(response.headers()) + (await response.text());
    if (response.url().includes('/api/')) answers.push(read());
  };
  page.on('response', note);
  const second = await page.request.get('/api/points?page=2&perPage=500');
  // The list is ordered so that it fills the map evenly: points of its second page aren't among the first.
  const { id } = ((await second.json()) as { items: { id: string }[] }).items[7]!;
  const release = await holdBack(page, /\/api\/points\?page=2&/);
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=10');
  const main = page.getByRole('main');
  await expect(main).toContainText(/[\d,]+ of 3,000 points/);
  await expect(main.getByRole('progressbar')).toBeVisible();
  await expect(main.locator('.dp-pin').first()).toBeVisible();
  const field = page.getByRole('combobox');
  await field.fill(id);
  await field.press('Enter');
  await expect(page.getByRole('search')).toContainText(`No point loaded so far has the ID “${id}”`);
  release();

  await test.step('its card, from which it is chosen', async () => {
    const card = main
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: 'Choose this point' }) });
    // The heading is the point's id until its name has been read.
    await expect(card.getByRole('link', { name: 'Directions' })).toBeVisible();
    await expect(card).toContainText(id);
    const name = await card.getByRole('heading', { level: 2 }).innerText();
    await expect(card).toContainText(/Parcel locker|Shop or counter|Type not given/);
    await card.getByRole('button', { name: 'Choose this point' }).click();
    const chosen = main.getByRole('region', { name: 'Your pick-up point' });
    await expect(chosen).toContainText(name);
    await expect(main.locator('.dp-pin[data-chosen]')).toHaveCount(1);
    await chosen.getByRole('button', { name: 'Change' }).click();
    await expect(chosen).toBeHidden();
    // The old choice stays until another replaces it.
    await expect(main.locator('.dp-pin[data-chosen]')).toHaveCount(1);
    await expect(main.getByRole('list').locator(':focus')).toHaveCount(1);
  });
  await test.step('rows show names and addresses, and no opening hours, which a live list doesn’t have', async () => {
    const row = page
      .getByRole('region', { name: 'Pick-up points, nearest first' })
      .getByRole('listitem')
      .first();
    await expect(row.locator('.name')).not.toHaveText(/^[A-Z]{2}_/);
    await expect(row.locator('.line').first()).toHaveText(/\p{Lu}\p{L}+/u);
    await expect(row).not.toContainText(/Open|Closed|No opening hours given/);
  });
  await test.step('every item of the list is on the map or counted as missing from it', async () => {
    await expect(main).toContainText(/can’t be placed/);
    const text = await main
      .getByText(/points on the map/)
      .first()
      .innerText();
    const [onMap, rejected] = [/([\d,]+) points on the map/, /(\d+) can’t be placed/].map((pattern) =>
      Number(pattern.exec(text)?.[1]?.replace(',', '')),
    );
    expect(onMap).toBeGreaterThan(2_900);
    expect(rejected).toBeGreaterThan(0);
    expect(onMap! + rejected!).toBe(3_000);
    await main.getByText('can’t be placed').first().click();
    await expect(main).toContainText('at position 0, 0');
    expect(
      warnings.filter((line) => line.includes('coordinates')),
      'named in the console once',
    ).toHaveLength(1);
  });
  await test.step('no token and no cookie has reached the browser', async () => {
    page.off('response', note);
    expect(answers.length).toBeGreaterThan(3);
    expect((await Promise.all(answers)).join('\n')).not.toMatch(
      /access_token|refresh_token|Bearer|canary-secret|set-cookie/i,
    );
    expect(await context.cookies()).toEqual([]);
  });
});

test('Locator: the keyboard alone reaches the map, zooms into a cluster, and opens, closes and chooses a point', async ({
  page,
  droppoint,
}) => {
  // A picture that fails gives way to a placeholder.
  await droppoint.setFaults([{ kind: 'answer', status: 500, routes: ['images'] }]);
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main).toContainText(/points on the map/);
  const onPin = () => page.evaluate(() => document.activeElement?.classList.contains('dp-pin') ?? false);
  for (let tabs = 0; tabs < 15 && !(await onPin()); tabs++) await page.keyboard.press('Tab');
  expect(await onPin()).toBe(true);
  const choose = main.getByRole('button', { name: 'Choose this point' });
  const stack = main.getByRole('region', { name: /points at this spot/ });
  for (let presses = 0; presses < 20 && !(await choose.isVisible()); presses++) {
    if (await stack.isVisible()) {
      await expect(stack.getByRole('heading')).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await still(main);
  }
  const heading = main.getByRole('heading', { level: 2 }).first();
  await expect(heading).toBeFocused();
  await expect(choose).toBeEnabled();
  await expect(main.locator('img')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(choose).toBeHidden();
  expect(await page.evaluate(() => document.activeElement !== document.body), 'a focus').toBe(true);
  await expect(main.locator('.dp-pin:focus'), 'the focus is on the pin again').toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(choose).toBeEnabled();
  const isChooseFocused = () => choose.evaluate((button) => button === document.activeElement);
  for (let tabs = 0; tabs < 10 && !(await isChooseFocused()); tabs++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const chosen = main.getByRole('region', { name: 'Your pick-up point' });
  await expect(chosen.getByRole('heading')).toBeFocused();
});
