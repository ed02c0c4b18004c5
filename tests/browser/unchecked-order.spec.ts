import { expect } from '@playwright/test';
import { FEW_POINTS } from './droppoint.ts';
import { test } from './example-shop.ts';

/** Nothing has ever been published here: the function on Node remembers a published network for half a minute. */
test.use({ points: FEW_POINTS });

test('a point that can’t be checked is taken, and the shopper told', async ({ page, shop, droppoint }) => {
  const { items } = (await (
    await page.request.get(`${droppoint.origin}/api/points?page=1&perPage=50`)
  ).json()) as { items: { id: string }[] };
  const { id } = items[0]!;
  const answer = await page.request.get(`${droppoint.origin}/api/points/${id}`);
  expect(await answer.json()).toMatchObject({ status: 'unknown', isValid: true, reason: 'not_published' });
  const order = await page.request.post(`${shop}/orders`, {
    form: {
      name: 'Ada',
      email: 'ada@example.com',
      phone: '+48500000202',
      delivery: 'point',
      pickup_point: id,
    },
  });
  expect(await order.text()).toContain('We couldn’t check at this moment whether this point is open.');
});
