import { expect, type Page } from '@playwright/test';
import { holdBack } from './come-to-rest.ts';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers, findBarriersInEachLook } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { deskOf, logIn, openDesk } from './login-walk.ts';
import { chooseNetworkPoint, fieldOf, keepSender, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** The body of the next parcel that is sent. */
const nextBody = async (page: Page) =>
  (await page.waitForRequest(/organizations\/org-42\/shipments$/)).postDataJSON() as Record<string, unknown>;

test('a parcel to a known recipient is sent with five keys, and the next one begins with another', async ({
  page,
}) => {
  await logIn(page);
  await prepareParcel(page);
  const parcel = parcelOf(page);
  const pointId = await parcel.locator('[data-point]').innerText();
  await sendParcel(page);
  await expect(parcel).toContainText('The carrier took it');
  await expect(parcel.getByRole('button', { name: 'Next parcel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(parcel.getByRole('combobox', { name: 'Somebody you have sent to' })).toBeFocused();
  const body = nextBody(page);
  for (const key of ['o', 's', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(parcel).toContainText('Filled in: Oskar Lis');
  await page.keyboard.press('Enter');
  expect(await body).toMatchObject({
    recipient: { firstName: 'Oskar', lastName: 'Lis', phone: '+48500000202' },
    destination: { pointId },
    parcels: [{ weight: { amount: 1.2 } }],
  });
  await expect(parcel).toContainText('The carrier took it');

  // Nothing of the one before is there by mistake.
  await page.keyboard.press('Enter');
  await expect(parcel).toContainText('No point is chosen yet');
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('');
  await expect(fieldOf(page, 'parcels.0.weight.amount')).toHaveValue('1.2');
});

test('what is missing is told at its field before anything is sent, and what the carrier refuses too', async ({
  page,
  droppoint,
}) => {
  await logIn(page);
  const parcel = parcelOf(page);
  await fieldOf(page, 'recipient.firstName').waitFor();
  await sendParcel(page);
  // Who sends is asked for once, and first.
  await expect(fieldOf(page, 'sender.firstName')).toBeFocused();
  await expect(fieldOf(page, 'sender.firstName')).toHaveAccessibleDescription('Fill this in.');
  await keepSender(page);
  await fieldOf(page, 'recipient.phone').fill('12 34');
  await sendParcel(page);
  await expect(fieldOf(page, 'recipient.firstName')).toBeFocused();
  await expect(fieldOf(page, 'recipient.firstName')).toHaveAccessibleDescription('Fill this in.');
  await expect(parcel).toContainText('This phone number can’t exist.');
  await expect(fieldOf(page, 'destination.pointId')).toHaveAccessibleDescription('Choose a pick-up point.');
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(0);

  await prepareParcel(page);
  const pointId = await parcel.locator('[data-point]').innerText();
  await droppoint.setFaults([{ kind: 'close', ids: [pointId] }]);
  await page.route(/organizations\/org-42\/shipments$/, (route) => {
    const body = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...body, brand: 'x' }) });
  });
  await sendParcel(page);
  await expect(fieldOf(page, 'destination.pointId')).toBeFocused();
  await expect(fieldOf(page, 'destination.pointId')).toHaveAccessibleDescription(
    'The carrier doesn’t find this.',
  );
  // A field without an input is named as the platform names it.
  await expect(parcel.getByRole('listitem')).toContainText(['brand: The carrier doesn’t know this field.']);
  await page.unroute(/organizations\/org-42\/shipments$/);
  await droppoint.setFaults([]);
  await sendParcel(page);
  await expect(parcel).toContainText('The carrier took it');
  // The refused one was mended: nothing of it is left.
  await page.getByRole('link', { name: 'Parcels' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Oskar Lis' })).toHaveCount(1);
});

test('who goes on writing while a press is being checked stays in that field', async ({ page }) => {
  await openDesk(page);
  const name = fieldOf(page, 'recipient.firstName');
  await name.waitFor();
  // The rules of phone numbers are loaded for the first check.
  const letCome = await holdBack(page, /\/_app\/immutable\/.*\.js$/);
  await sendParcel(page);
  await name.focus();
  await page.keyboard.type('Osk');
  letCome();
  await expect(fieldOf(page, 'sender.firstName')).toHaveAccessibleDescription('Fill this in.');
  await page.keyboard.type('ar');
  await expect(name).toHaveValue('Oskar');
});

test('a pasted address is split into its fields, and the parcel goes there', async ({ page }) => {
  await logIn(page);
  await fieldOf(page, 'recipient.firstName').waitFor();
  await keepSender(page);
  const text =
    'Paproć sp. z o.o.\nIda Brzoza\nMglista 7/3\n00-950 Testowo\nPolska\n500 000 101\nida@fern.example';
  await fieldOf(page, 'recipient.firstName').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await expect(parcelOf(page)).toContainText('The pasted address was split');
  await fieldOf(page, 'parcels.0.weight.amount').fill('0,5');
  const body = nextBody(page);
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

test('“The same again” of a parcel in the list fills the form for another parcel, which Back doesn’t fill again', async ({
  page,
}) => {
  await logIn(page);
  await prepareParcel(page);
  await fieldOf(page, 'references.custom.reference').fill('A-17');
  await page.getByRole('radio', { name: 'B 19' }).check();
  const first = page.waitForRequest(/organizations\/org-42\/shipments$/);
  await sendParcel(page);
  const sent = await first;
  await expect(parcelOf(page)).toContainText('The carrier took it');
  await page.getByRole('link', { name: 'Parcels' }).click();
  await page.getByRole('rowheader', { name: 'Oskar Lis' }).click();
  await page.getByRole('button', { name: 'The same again' }).click();
  await expect(parcelOf(page)).toContainText('Filled in: Oskar Lis');
  await expect(page.getByRole('button', { name: 'Send parcel' })).toBeFocused();
  await fieldOf(page, 'recipient.lastName').fill('Lisek');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import');
  await page.goBack();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lisek');
  const second = page.waitForRequest(/organizations\/org-42\/shipments$/);
  await sendParcel(page);
  // Its order number is the same, too.
  await page.getByRole('dialog').getByRole('button', { name: 'Send once more' }).click();
  const again = await second;
  const { recipient, ...others } = sent.postDataJSON() as { recipient: object };
  expect(again.postDataJSON()).toEqual({ ...others, recipient: { ...recipient, lastName: 'Lisek' } });
  const [id, otherId] = [sent, again].map((request) => request.headers()['x-deduplication-id']);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(otherId).not.toBe(id);
  await page.getByRole('link', { name: 'Parcels' }).click();
  await expect(page.getByRole('rowheader', { name: /Oskar Lis/ })).toHaveCount(2);
});

test('“The same again” and “Create a return” ask before they fill a form that holds something unsent', async ({
  page,
}) => {
  await logIn(page);
  await fieldOf(page, 'recipient.firstName').waitFor();
  await seedDesk(page, [makeParcel(1, { state: 'sent', trackingNumber: '690000000000000000000001' })]);
  const question = page.getByRole('dialog', { name: 'Replace what was typed?' });
  for (const [press, path] of [
    ['The same again', 'recipient.lastName'],
    ['Create a return', 'sender.lastName'],
  ] as const) {
    const begin = async () => {
      await deskOf(page).getByRole('link', { name: 'Parcels' }).click();
      await page.getByRole('rowheader', { name: /Oskar Lis 1/ }).click();
      await page.getByRole('button', { name: press }).click();
    };
    // A form without anything is filled at once.
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
});

/** The draft as the browser keeps it. */
const readKept = (page: Page) =>
  page.evaluate(async () => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
    const database = await settled(indexedDB.open(name));
    const draft: unknown = await settled(
      database.transaction('settings').objectStore('settings').get('send-draft'),
    );
    database.close();
    return JSON.stringify(draft);
  });

test('what is typed survives a change of the screen, Back and a reload', async ({ page }) => {
  await logIn(page);
  await chooseNetworkPoint(page);
  const point = await page.locator('[data-point]').innerText();
  await fieldOf(page, 'recipient.lastName').fill('Lis');
  await page.getByRole('radio', { name: 'B 19' }).check();
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import');
  await page.goBack();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  await fieldOf(page, 'recipient.firstName').fill('Oskar');
  await expect.poll(() => readKept(page)).toContain('Oskar');
  await page.reload();
  await expect(fieldOf(page, 'recipient.firstName')).toHaveValue('Oskar');
  await expect(page.getByRole('radio', { name: 'B 19' })).toBeChecked();
  await expect(page.locator('[data-point]')).toHaveText(point);
});

/** Types a text, and loads the page anew in the same moment. */
const writeName = (input: HTMLElement, { text, reload = false }: { text: string; reload?: boolean }) => {
  (input as HTMLInputElement).value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (reload) location.reload();
};

test('the last letters before a reload, a closed tab and a crash are kept', async ({
  page: first,
  context,
}) => {
  let page = first;
  await logIn(page);
  const name = () => fieldOf(page, 'recipient.lastName');
  for (const text of ['Żółć', 'Brzoza', 'Lis']) {
    await name().evaluate(writeName, { text, reload: true });
    await expect(name()).toHaveValue(text);
    await name().evaluate(writeName, { text: `${text}ek` });
    await page.close();
    page = await context.newPage();
    await page.goto('/account');
    await expect(name()).toHaveValue(`${text}ek`);
    const session = await context.newCDPSession(page);
    await name().evaluate(writeName, { text: `${text}owa` });
    const crashed = page.waitForEvent('crash');
    // Never answered: its page is gone.
    void session.send('Page.crash').catch(() => {});
    await crashed;
    await page.close();
    page = await context.newPage();
    await page.goto('/account');
    await expect(name()).toHaveValue(`${text}owa`);
  }
});

test('the Send screen has no barrier, nothing too wide and no small target in its states', async ({
  page,
  droppoint,
}) => {
  test.slow();
  const measure = async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    expect.soft(await findBarriersInEachLook(page)).toEqual([]);
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await listOverflows(page), `${width} px`).toEqual([]);
      expect.soft(await listSmallTargets(page), `${width} px`).toEqual([]);
    }
  };
  await logIn(page);
  await fieldOf(page, 'recipient.firstName').waitFor();
  await sendParcel(page);
  await expect(fieldOf(page, 'sender.firstName')).toBeFocused();
  await keepSender(page);
  await sendParcel(page);
  await expect(fieldOf(page, 'recipient.firstName')).toBeFocused();
  await page.getByRole('radio', { name: 'Own size' }).check();
  await measure();
  await page.getByRole('radio', { name: 'A 8' }).check();
  await prepareParcel(page);
  await fieldOf(page, 'recipient.phone').fill('');
  await fieldOf(page, 'parcels.0.weight.amount').fill('26');
  await expect(parcelOf(page)).toContainText('Lockers take at most');
  await measure();
  await prepareParcel(page);
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
  await sendParcel(page);
  await expect(page.getByRole('button', { name: 'Ask again' })).toBeVisible();
  await measure();
  await droppoint.setFaults([]);
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(parcelOf(page)).toContainText('The carrier took it');
  await measure();
  await page.getByRole('button', { name: 'Next parcel' }).click();
  await page.getByRole('combobox', { name: 'Somebody you have sent to' }).press('ArrowDown');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await measure();
});
