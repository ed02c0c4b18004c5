import { expect } from '@playwright/test';
import {
  activeOrder,
  arrangePayment,
  fillBasket,
  findOrder,
  shipOrder,
  placeOrder,
  publish,
  recheck,
  setPoint,
} from './checkout.ts';
import { Client, type Answer } from './client.ts';
import { chooseOnMap, goToDelivery, pay, state, test } from './storefront.ts';

test('A closed point is reported wherever an order goes to it', async ({
  page,
  storefront,
  shopper,
  staff,
  droppoint,
}) => {
  await goToDelivery(page, storefront);
  const id = await chooseOnMap(page);
  const waiting = await placeOrder(new Client(shopper.address), id);
  const night = await placeOrder(new Client(shopper.address), id);
  const sent = await placeOrder(new Client(shopper.address), id);
  await shipOrder(staff, sent.id);
  await fillBasket(shopper);
  await setPoint(shopper, id);
  await publish(droppoint, id, 'gone');

  await test.step('The shopper is refused and chooses one of the nearest points', async () => {
    await pay(page);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send it here' })).toHaveCount(5);
    await page.screenshot({ path: '.cache/tests/vendure-closed.png', fullPage: true });
    await page.getByRole('button', { name: 'Send it here' }).first().click();
    await expect(page.getByRole('alert')).toBeHidden();
    await pay(page);
    await expect(state(page)).toHaveText('It is paid for.');
  });

  await test.step('Any storefront finds the alternatives in the order', async () => {
    expect((await arrangePayment(shopper)).transitionError).toMatch(/\w+ \w+/);
    const { customFields } = await activeOrder(shopper);
    expect(customFields).toMatchObject({ pickupPointProblem: 'gone', pickupPoint: { id } });
    const distances = customFields.pickupPointAlternatives.map((each: Answer) => each.distanceMetres);
    expect(distances).toHaveLength(5);
    expect(distances).toEqual(distances.toSorted((one: number, other: number) => one - other));
    await setPoint(shopper, customFields.pickupPointAlternatives[0].id);
    expect(await arrangePayment(shopper)).toMatchObject({
      state: 'ArrangingPayment',
      customFields: { pickupPointProblem: null, pickupPointAlternatives: [] },
    });
  });

  await test.step('Staff see it when they send the order', async () => {
    const { fulfillmentHandlerError } = await shipOrder(staff, waiting.id);
    expect(fulfillmentHandlerError).toMatch(new RegExp(`^No parcel can be sent to ${id}: .+`));
    expect((await findOrder(staff, waiting.id)).customFields.pickupPointProblem).toBe('gone');
  });

  await test.step('The nightly check marks waiting orders', async () => {
    const other = new Client(shopper.address);
    await recheck(staff);
    const request = async () => (await findOrder(staff, night.id)).customFields;
    await expect.poll(async () => (await request()).pickupPointProblem).toBe('gone');
    expect(await request()).toMatchObject({ pickupPoint: { id } });
    expect((await request()).pickupPointAlternatives).toHaveLength(5);
    expect((await findOrder(staff, sent.id)).customFields.pickupPointProblem).toBeNull();
    expect(await fillBasket(other).then(() => setPoint(other, id))).toMatchObject({ problem: 'gone' });
  });

  await test.step('The mark disappears once the point is open again', async () => {
    await publish(droppoint, id, 'exists');
    await recheck(staff);
    const request = async () => (await findOrder(staff, night.id)).customFields;
    await expect.poll(async () => (await request()).pickupPointProblem).toBeNull();
    expect((await request()).pickupPointAlternatives).toEqual([]);
  });
});
