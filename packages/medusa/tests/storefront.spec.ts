import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from '@playwright/test';
import { findBarriers } from '../../../tests/browser/find-barriers.ts';
import { listOverflows } from '../../../tests/browser/list-overflows.ts';
import { listSmallTargets } from '../../../tests/browser/list-small-targets.ts';
import { readFile } from './medusa.ts';
import { chooseOnMap, goToDelivery, orderOf, pay, state, test, valueOf } from './storefront.ts';

test('Storefront: an order goes from the basket to the point, where it is collected', async ({
  page,
  storefront,
  shop,
  droppoint,
}) => {
  // The page reads the order every three seconds while several days pass.
  test.slow();
  await goToDelivery(page, storefront);
  const id = await chooseOnMap(page);
  await page.screenshot({ path: '.cache/tests/medusa-storefront.png', fullPage: true });
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  const orderId = orderOf(page);
  const { point, problem } = await shop.readBlock(orderId);
  expect([point.id, problem]).toEqual([id, null]);
  await expect(page.locator('#placed .where')).toContainText(point.lines[0]);

  expect((await shop.ship(orderId)).status).toBe(200);
  const [number] = await shop.findParcels(orderId);
  expect((await shop.send(`/admin/droppoint/labels/${number}`)).status).toBe(200);
  await expect(state(page)).toContainText(number!);
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        await fetch(`${droppoint.platform}/__sandbox/clock/advance`, {
          method: 'POST',
          body: '{"hours":24}',
        });
        // The page reads on its own. The first answer may be older than the new day.
        for (let answers = 0; answers < 2; answers++)
          await page.waitForResponse((answer) => answer.url().includes('/store/orders/'));
        const text = (await state(page).textContent())!;
        seen.add(text.split(':')[0]!);
        return text;
      },
      { intervals: [0] },
    )
    .toContain('You have it');
  expect([...seen]).toContain('It is on its way');
  const tracking = await page.getByRole('link', { name: 'Follow it' }).getAttribute('href');
  expect(tracking).toMatch(new RegExp(`/parcel#${number}$`));
});

test.describe('on a dark phone', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });

  test('Storefront: a refused point is named with others, one of which takes one press; home after all', async ({
    page,
    storefront,
    shop,
  }) => {
    const look = async (what: string) => {
      await page.screenshot({ path: `.cache/tests/medusa-phone-${what}.png`, fullPage: true });
      // Typed text may be longer than its field.
      const overflows = (await listOverflows(page)).filter((name) => !name.startsWith('INPUT'));
      expect.soft(overflows, what).toEqual([]);
      expect.soft(await listSmallTargets(page), what).toEqual([]);
      expect.soft(await findBarriers(page), what).toEqual([]);
    };
    const [german] = await shop.pointsNear('city=Berlin&country=DE&limit=1');
    await goToDelivery(page, storefront);
    // An old link may choose such a point.
    await page.locator('droppoint-picker:defined').evaluate((picker, id) => {
      (picker as HTMLInputElement).value = id;
      picker.dispatchEvent(new Event('change'));
    }, german!);
    await expect(page.getByRole('alert')).toHaveText('The shop doesn’t deliver to this point.');
    await expect(page.getByRole('button', { name: 'Send it here' })).toHaveCount(5);
    await look('refused');
    await page.getByRole('button', { name: 'Send it here' }).first().click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect.poll(() => valueOf(page)).not.toBe(german);
    await look('chosen');

    await page.getByRole('radio', { name: /^To your home/ }).check();
    await expect(page.locator('droppoint-picker')).toBeHidden();
    await pay(page);
    await expect(page.locator('#placed .where')).toHaveText('It comes to Rynek 1, 00-950 Warszawa.');
    expect(await shop.readBlock(orderOf(page))).toEqual({ needs: null });
    await look('placed');
  });
});

test('Storefront: with two tabs, the shopper pays for the point that the page shows', async ({
  context,
  page,
  storefront,
  shop,
}) => {
  await goToDelivery(page, storefront);
  const first = await chooseOnMap(page);
  const other = await context.newPage();
  await other.goto(storefront);
  await expect.poll(() => valueOf(other)).toBe(first);
  const [second] = await shop.pointsNear('city=Kraków&country=PL&limit=1');
  const stored = other.waitForResponse((answer) => answer.url().endsWith('/pickup-point'));
  await other.locator('droppoint-picker').evaluate((picker, id) => {
    (picker as HTMLInputElement).value = id;
    picker.dispatchEvent(new Event('change'));
  }, second!);
  expect((await stored).status()).toBe(200);
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  expect((await shop.readBlock(orderOf(page))).point.id).toBe(first);
  // The other tab's cart is an order now.
  await pay(other);
  await expect(other.getByRole('alert')).toHaveText(/\w \w/);
});

test('Storefront: while Droppoint is down, a typed number is enough for an order, which is marked', async ({
  page,
  storefront,
  shop,
  medusa,
}) => {
  const [id] = await shop.pointsNear('city=Warszawa&country=PL&limit=1');
  medusa.door.isClosed = true;
  await goToDelivery(page, storefront);
  const input = page.getByLabel('Number of your pick-up point');
  await input.fill('no id');
  await pay(page);
  await expect(page.getByRole('alert')).toHaveText('There is no such pick-up point.');
  await input.fill(id!);
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  const { point, problem } = await shop.readBlock(orderOf(page));
  expect([point.id, problem]).toEqual([id, 'unchecked']);
});

test('Storefront: the module fits the types of Medusa’s SDK, in the page and in the guide', ({ medusa }) => {
  writeFileSync(`${medusa.folder}/storefront/pickup.ts`, readFile('storefront/pickup.ts'));
  const tsc = resolve('packages/medusa/node_modules/typescript/bin/tsc');
  const words = [tsc, '-p', `${medusa.folder}/storefront`];
  expect(spawnSync(process.execPath, words, { encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
});
