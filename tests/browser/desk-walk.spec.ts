import { PDFDocument, PDFName } from '@pdfme/pdf-lib';
import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { deskOf, logIn } from './login-walk.ts';
import { fillParcel, parcelOf, sendParcel } from './map-walk.ts';

/** The desk's most important tasks, in Chromium and in Firefox; tests/webkit has them for WebKit. */
test.skip(
  ({ browserName }) => browserName === 'firefox' && !process.env['FIREFOX_PATH'],
  'no Firefox: FIREFOX_PATH is not set',
);

/** Size of A6 paper in points. */
const A6 = [298, 420];

declare global {
  interface Window {
    /** Bytes of the last file that was opened in a tab. */
    droppointFile: Promise<number[]> | undefined;
  }
}

test('Desk: a broker logs in, sends a parcel to an address and prints its label, and each screen has its own address', async ({
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
  await fillParcel(page);
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier accepted it');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Print 1 label' }).click();
  await opened;
  const file = await PDFDocument.load(Uint8Array.from((await page.evaluate(() => window.droppointFile))!));
  const { width, height } = file.getPage(0).getSize();
  expect([width, height].map(Math.round)).toEqual(A6);
  expect(String(file.catalog.get(PDFName.of('OpenAction')))).toContain('/Print');

  // The desk has asked for the organization once; each screen has its own address.
  const screens = deskOf(page).getByRole('link');
  await expect(screens).toHaveText(['Send', 'Import', 'Parcels', 'Pack', 'Returns', 'Pickups']);
  for (const name of ['Import', 'Returns', 'Pickups', 'Send', 'Parcels']) {
    await screens.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await expect(page.getByRole('rowheader', { name: /Oskar Lis/ })).toBeVisible();
});
