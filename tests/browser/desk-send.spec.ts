import { expect, type Page } from '@playwright/test';
import { holdBack } from './come-to-rest.ts';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { openDesk, openScreen } from './login-walk.ts';
import { chooseNetworkPoint, fieldOf, storeSender, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

/** The form for one parcel; desk-walk.spec.ts sends one to an address in each browser. */
test.use({ points: FEW_POINTS });

const SHIPMENTS = /organizations\/org-42\/shipments$/;

/** Resolves to the body of the next parcel that is sent. */
const nextBody = async (page: Page) =>
  (await page.waitForRequest(SHIPMENTS)).postDataJSON() as Record<string, unknown>;

/** A state that looks.spec.ts doesn't reach. */
async function look(page: Page, state: string): Promise<void> {
  expect.soft(await findBarriers(page), state).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect.soft(await listOverflows(page), state).toEqual([]);
  expect.soft(await listSmallTargets(page), state).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('Send: a parcel goes to a point on the map, the next to a known recipient in five keystrokes, and one to a pasted address', async ({
  page,
}) => {
  await openDesk(page);
  await prepareParcel(page);
  const parcel = parcelOf(page);
  const pointId = await parcel.locator('[data-point]').innerText();
  await sendParcel(page);
  await expect(parcel).toContainText('The carrier accepted it');
  await look(page, 'sent');
  await expect(parcel.getByRole('button', { name: 'Next parcel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(parcel.getByRole('combobox', { name: 'Someone you’ve sent to before' })).toBeFocused();
  let body = nextBody(page);
  for (const key of ['o', 's']) await page.keyboard.press(key);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await look(page, 'known recipients');
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(parcel).toContainText('Filled in: Oskar Lis');
  await page.keyboard.press('Enter');
  expect(await body).toMatchObject({
    recipient: { firstName: 'Oskar', lastName: 'Lis', phone: '+48500000202' },
    destination: { pointId },
    parcels: [{ weight: { amount: 1.2 } }],
  });
  await expect(parcel).toContainText('The carrier accepted it');

  // The form has nothing of the previous parcel.
  await page.keyboard.press('Enter');
  await expect(parcel).toContainText('No point chosen yet');
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('');
  await expect(fieldOf(page, 'parcels.0.weight.amount')).toHaveValue('1.2');
  const text =
    'Paproć sp. z o.o.\nIda Brzoza\nMglista 7/3\n00-950 Testowo\nPolska\n500 000 101\nida@fern.example';
  await fieldOf(page, 'recipient.firstName').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await expect(parcel).toContainText('The pasted address was split');
  body = nextBody(page);
  await fieldOf(page, 'parcels.0.weight.amount').press('Enter');
  expect(await body).toMatchObject({
    recipient: {
      ...{ companyName: 'Paproć sp. z o.o.', firstName: 'Ida', lastName: 'Brzoza' },
      ...{ phone: '+48500000101', email: 'ida@fern.example' },
    },
    destination: {
      ...{ street: 'Mglista', houseNumber: '7', flatNumber: '3' },
      ...{ postalCode: '00-950', city: 'Testowo', countryCode: 'PL' },
    },
  });
});

test('Send: an error is shown at its field, whether missing or refused by the carrier, and focused unless the user keeps typing', async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  const parcel = parcelOf(page);
  const name = fieldOf(page, 'recipient.firstName');
  await name.waitFor();
  // The first check loads the rules for phone numbers.
  const scripts = /\/_app\/immutable\/.*\.js$/;
  const letCome = await holdBack(page, scripts);
  await sendParcel(page);
  await name.focus();
  await page.keyboard.type('Osk');
  letCome();
  await expect(fieldOf(page, 'sender.firstName')).toHaveAccessibleDescription('Fill this in.');
  await page.keyboard.type('ar');
  await expect(name).toHaveValue('Oskar');
  await page.unroute(scripts);

  // The sender is required once, before anything else.
  await sendParcel(page);
  await expect(fieldOf(page, 'sender.firstName')).toBeFocused();
  await storeSender(page);
  await fieldOf(page, 'recipient.phone').fill('12 34');
  await page.getByRole('radio', { name: 'Other size' }).check();
  await sendParcel(page);
  await expect(fieldOf(page, 'recipient.lastName')).toBeFocused();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveAccessibleDescription('Fill this in.');
  await expect(parcel).toContainText('That doesn’t look like a phone number.');
  await expect(fieldOf(page, 'destination.pointId')).toHaveAccessibleDescription('Choose a pick-up point.');
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(0);
  await look(page, 'problems');

  await page.getByRole('radio', { name: 'A 8' }).check();
  await prepareParcel(page);
  await fieldOf(page, 'parcels.0.weight.amount').fill('26');
  await expect(parcel).toContainText('Lockers take up to');
  await fieldOf(page, 'parcels.0.weight.amount').fill('1,2');
  await droppoint.setFaults([{ kind: 'close', ids: [await parcel.locator('[data-point]').innerText()] }]);
  await page.route(SHIPMENTS, (route) => {
    const body = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...body, brand: 'x' }) });
  });
  await sendParcel(page);
  await expect(fieldOf(page, 'destination.pointId')).toBeFocused();
  await expect(fieldOf(page, 'destination.pointId')).toHaveAccessibleDescription(
    'The carrier can’t find this.',
  );
  // A field without an input is shown by the platform's name.
  await expect(parcel.getByRole('listitem')).toContainText([
    'brand: The carrier doesn’t recognise this field.',
  ]);
  await page.unroute(SHIPMENTS);
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
  await sendParcel(page);
  const requestAgain = page.getByRole('button', { name: 'Ask again' });
  await expect(requestAgain).toBeVisible();
  await look(page, 'no answer');
  await droppoint.setFaults([]);
  await requestAgain.click();
  await expect(parcel).toContainText('The carrier accepted it');
  // The refused parcel was corrected, so nothing of it is left.
  await openScreen(page, 'Parcels');
  await expect(page.getByRole('row').filter({ hasText: 'Oskar Lis' })).toHaveCount(1);
});

test('Desk: “The same again” and “Create a return” fill a form once, ask before overwriting unsent input, and send another parcel', async ({
  page,
}) => {
  await openDesk(page);
  await fieldOf(page, 'recipient.firstName').waitFor();
  await storeSender(page);
  const { shipment, ...sent } = makeParcel(1, { state: 'sent', trackingNumber: '690000000000000000000001' });
  const reference = { custom: { reference: 'A-17' } };
  await seedDesk(page, [{ ...sent, shipment: { ...shipment, references: reference } }]);
  const question = page.getByRole('dialog', { name: 'Replace what you typed?' });
  for (const [press, path] of [
    ['Create a return', 'sender.lastName'],
    ['The same again', 'recipient.lastName'],
  ] as const) {
    const begin = async () => {
      await openScreen(page, 'Parcels');
      await page.getByRole('rowheader', { name: /Oskar Lis 1/ }).click();
      await page.getByRole('button', { name: press }).click();
    };
    // An empty form is filled immediately.
    await begin();
    await expect(fieldOf(page, path)).toHaveValue('Lis 1');
    await expect(question).toBeHidden();
    await fieldOf(page, path).fill('Brzoza');
    await begin();
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(fieldOf(page, path)).toHaveValue('Brzoza');
    await begin();
    await question.getByRole('button', { name: 'Replace' }).click();
    await expect(fieldOf(page, path)).toHaveValue('Lis 1');
  }
  await expect(parcelOf(page)).toContainText('Filled in: Oskar Lis 1');
  await expect(page.getByRole('button', { name: 'Send parcel' })).toBeFocused();
  await fieldOf(page, 'recipient.lastName').fill('Lisek');
  await openScreen(page, 'Import');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import');
  await page.goBack();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lisek');
  const again = page.waitForRequest(SHIPMENTS);
  await sendParcel(page);
  // Its order number is also the same.
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  const request = await again;
  expect(request.postDataJSON()).toMatchObject({
    recipient: { ...shipment.recipient, lastName: 'Lisek' },
    destination: shipment.destination,
    parcels: shipment.parcels,
    references: reference,
  });
  const id = request.headers()['x-deduplication-id'];
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(id).not.toBe(sent.id);
  await openScreen(page, 'Parcels');
  await expect(page.getByRole('rowheader', { name: /Oskar Lis/ })).toHaveCount(2);
});

/** Types a text and reloads the page at the same moment. */
const writeName = (input: HTMLElement, { text, reload = false }: { text: string; reload?: boolean }) => {
  (input as HTMLInputElement).value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (reload) location.reload();
};

test('Desk: typed text survives a change of screen, Back, a reload, a closed tab and a crash, to the last letter', async ({
  page: first,
  context,
}) => {
  let page = first;
  await openDesk(page);
  await chooseNetworkPoint(page);
  const name = () => fieldOf(page, 'recipient.lastName');
  const point = await page.locator('[data-point]').innerText();
  await name().fill('Lis');
  await page.getByRole('radio', { name: 'B 19' }).check();
  await openScreen(page, 'Import');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import');
  await page.goBack();
  await expect(name()).toHaveValue('Lis');
  const loaded = page.waitForEvent('load');
  await name().evaluate(writeName, { text: 'Żółć', reload: true });
  await loaded;
  await expect(name()).toHaveValue('Żółć');

  const reopen = async () => {
    await page.close();
    page = await context.newPage();
    await page.goto('/account');
  };
  await name().evaluate(writeName, { text: 'Żółćek' });
  await reopen();
  await expect(name()).toHaveValue('Żółćek');
  const session = await context.newCDPSession(page);
  await name().evaluate(writeName, { text: 'Żółćowa' });
  const crashed = page.waitForEvent('crash');
  // Never answered, because its page is gone.
  void session.send('Page.crash').catch(() => {});
  await crashed;
  await reopen();
  await expect(name()).toHaveValue('Żółćowa');
  await expect(page.getByRole('radio', { name: 'B 19' })).toBeChecked();
  await expect(page.locator('[data-point]')).toHaveText(point);
});
