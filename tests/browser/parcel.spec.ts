import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';
import { chooseNetworkPoint, organizationField, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

test('on a phone nothing on the broker’s page is wider than the screen, long answers included', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page);
  await prepareParcel(page);
  await sendParcel(page);
  await expect(page.getByText('The carrier took it')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a parcel that is not JSON, or has no organization, is told at its field and not sent', async ({
  page,
}) => {
  await logIn(page);
  await chooseNetworkPoint(page);
  const parcel = parcelOf(page);
  await sendParcel(page);
  await expect(organizationField(page)).toBeFocused();
  await expect(parcel).toContainText('Enter the id of your organization');
  await organizationField(page).fill('org-42');
  await parcel.getByRole('textbox', { name: /Parcel/ }).fill('{"a": ');
  await sendParcel(page);
  await expect(parcel).toContainText('This is not JSON yet');
});

test('a parcel that doesn’t name the chosen point is sent only after the person says so', async ({
  page,
  droppoint,
}) => {
  await logIn(page);
  await prepareParcel(page);
  const parcel = parcelOf(page);
  const send = parcel.getByRole('button', { name: 'Send parcel' });
  const question = page.getByRole('dialog', { name: 'The parcel doesn’t name the chosen point' });
  const name = await parcel.locator('strong').first().innerText();
  const field = parcel.getByRole('textbox', { name: /Parcel/ });
  const body = JSON.parse(await field.inputValue()) as Record<string, unknown>;
  const destination = { countryCode: 'PL', street: 'Mglista', city: 'Testowo', postalCode: '00-950' };
  await field.fill(JSON.stringify({ ...body, destination }));
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(question).toContainText(name);
  // The safe answer has the focus, and the page behind is inert.
  await expect(question.getByRole('button', { name: 'Back to the parcel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(send).toBeEnabled();
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(0);

  await send.click();
  await question.getByRole('button', { name: 'Send it as it stands' }).click();
  await expect(parcel).toContainText('The carrier took it');
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(1);
});
