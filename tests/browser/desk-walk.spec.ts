import { PDFDocument, PDFName } from '@pdfme/pdf-lib';
import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { deskOf, logIn } from './login-walk.ts';
import { fieldOf, fillParty, keepSender, parcelOf, sendParcel } from './map-walk.ts';

/** The desk's most important tasks, in Chromium and in Firefox; tests/webkit has them for WebKit. */
test.skip(
  ({ browserName }) => browserName === 'firefox' && !process.env['FIREFOX_PATH'],
  'no Firefox: FIREFOX_PATH is not set',
);

const PERSON = { firstName: 'Oskar', lastName: 'Lis', email: 'oskar@mail.example', phone: '+48 500 000 202' };
const ADDRESS = { street: 'Mglista', houseNumber: '7', postalCode: '00-950', city: 'Testowo' };

/** Of A6 paper, in points. */
const A6 = [298, 420];

declare global {
  interface Window {
    /** Bytes of the last file that a tab was opened for. */
    droppointFile: Promise<number[]> | undefined;
  }
}

test('a parcel is sent to an address, its label opens in its size and asks to be printed, and the desk remembers it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file: Blob) => {
      window.droppointFile = file.arrayBuffer().then((bytes) => [...new Uint8Array(bytes)]);
      return create(file);
    };
  });
  await logIn(page);
  await fieldOf(page, 'recipient.firstName').waitFor();
  await keepSender(page);
  await fillParty(page, 'recipient', PERSON);
  await page.getByRole('radio', { name: 'An address' }).check();
  await fillParty(page, 'destination', ADDRESS);
  await fieldOf(page, 'destination.countryCode').fill('PL');
  await fieldOf(page, 'parcels.0.weight.amount').fill('1,2');
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier took it');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Print 1 label' }).click();
  await opened;
  const file = await PDFDocument.load(Uint8Array.from((await page.evaluate(() => window.droppointFile))!));
  const { width, height } = file.getPage(0).getSize();
  expect([width, height].map(Math.round)).toEqual(A6);
  expect(String(file.catalog.get(PDFName.of('OpenAction')))).toContain('/Print');

  await deskOf(page).getByRole('link', { name: 'Parcels' }).click();
  await expect(page.getByRole('rowheader', { name: /Oskar Lis/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('rowheader', { name: /Oskar Lis/ })).toBeVisible();
  for (const screen of ['Import', 'Returns', 'Pickups', 'Send']) {
    await deskOf(page).getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen);
  }
});
