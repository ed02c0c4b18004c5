import { PDFDocument } from '@pdfme/pdf-lib';
import { expect, type Page } from '@playwright/test';
import { scanAll } from '../sandbox/zxing.ts';
import { drawBoxes } from '../unit/desk/sheets/draw-boxes.ts';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { openDesk, openScreen } from './login-walk.ts';

test.use({ points: FEW_POINTS });

const SCANS = 50;
const numberOf = (at: number) => `69000000000000000000${String(1000 + at)}`;
const zplOf = (number: string) => `^XA^FO20,20^BCN,100,Y,N,N^FD>;${number}^FS^XZ`;

/** Parcels as an import sends them, whose labels were loaded, and one of each kind that can't be packed. */
function makeParcels() {
  const sent = Array.from({ length: SCANS }, (_, at) =>
    makeParcel(at, { state: 'sent', trackingNumber: numberOf(at) }),
  );
  const cancelled = { state: 'cancelled' as const, events: [], readMs: Date.now() };
  return [
    ...sent,
    makeParcel(60, { state: 'sent', trackingNumber: numberOf(60), tracking: cancelled }),
    makeParcel(61),
    { ...makeParcel(62, { state: 'sent', trackingNumber: numberOf(62) }), shipment: makeParcel(63).shipment },
    makeParcel(63, { state: 'sent', trackingNumber: numberOf(63) }),
  ];
}

/** Stores labels as an earlier visit would have, and their format. */
async function seedLabels(page: Page): Promise<void> {
  const labels = makeParcels().flatMap(({ trackingNumber }) =>
    trackingNumber === null ? [] : [[trackingNumber, zplOf(trackingNumber)] as const],
  );
  await page.evaluate(async (labels) => {
    const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('droppoint-desk-'));
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(named!.name!);
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction(['labels', 'settings'], 'readwrite');
    for (const [number, zpl] of labels)
      transaction
        .objectStore('labels')
        .put({ type: 'text/zpl', bytes: new TextEncoder().encode(zpl) }, `${number} zpl-203`);
    transaction.objectStore('settings').put('zpl-203', 'label-format');
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, labels);
}

/** The page's record of what a label printer got, and of the last PDF. */
interface Recorded {
  printed: string;
  pdf: Blob | null;
}
declare const recorded: Recorded;

/** A label printer on USB, which the page's own code can't tell from a real one: it records its bytes. */
const installPrinter = (page: Page) =>
  page.addInitScript(() => {
    const record: Recorded = { printed: '', pdf: null };
    Object.assign(window, { recorded: record });
    const endpoints = [
      { endpointNumber: 1, direction: 'out', type: 'bulk' },
      { endpointNumber: 2, direction: 'in', type: 'bulk' },
    ];
    const alternates = [{ alternateSetting: 0, interfaceClass: 7, endpoints }];
    const ready = ['030,0,0,1245,000,0,0,0,000,0,0,0', '000,0,0,0,0,2,6,0,00000000,1,000', '1234,0'];
    const answer = new TextEncoder().encode(ready.map((line) => `\x02${line}\x03\r\n`).join(''));
    const done = () => Promise.resolve();
    const device = {
      productName: 'Test printer',
      configuration: { interfaces: [{ interfaceNumber: 0, alternates }] },
      ...{ open: done, close: done, claimInterface: done },
      transferOut(_: number, data: Uint8Array) {
        const text = new TextDecoder().decode(data);
        if (text !== '~HS') record.printed += text;
        return Promise.resolve({ status: 'ok', bytesWritten: data.length });
      },
      transferIn: () => Promise.resolve({ data: new DataView(answer.buffer) }),
    };
    let devices: object[] = [];
    const usb = {
      getDevices: () => Promise.resolve(devices),
      requestDevice: () => Promise.resolve((devices = [device])[0]),
    };
    Object.defineProperty(navigator, 'usb', { value: usb });
    const createObjectURL = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      if (blob.type === 'application/pdf') record.pdf = blob;
      return createObjectURL(blob);
    };
  });

const answerOf = (page: Page, words: string | RegExp) => page.getByRole('region', { name: words });

test('Packing: fifty scans without a connection print fifty labels on a label printer, and the courier’s list has their codes @firefox', async ({
  page,
}) => {
  await installPrinter(page);
  await openDesk(page);
  await seedDesk(page, makeParcels());
  await seedLabels(page);
  await openScreen(page, 'Pack');
  const field = page.getByRole('textbox', { name: 'Order or parcel number' });
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Choose a USB label printer' }).click();
  await expect(page.getByText('Printer: Test printer')).toBeVisible();
  await page.context().setOffline(true);

  // A scanner types wherever the focus is.
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  for (let at = 0; at < SCANS; at++) {
    await scan(at % 2 === 0 ? numberOf(at) : `O-${at}`);
    await expect(answerOf(page, 'Packed').getByText(`Oskar Lis ${at}`, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(`To pack: 2 · Packed today: ${SCANS}`)).toBeVisible();
  const labels = Array.from({ length: SCANS }, (_, at) => `${zplOf(numberOf(at))}\n`).join('');
  await expect.poll(() => page.evaluate(() => recorded.printed)).toBe(labels);
  expect(await findBarriers(page)).toEqual([]);

  for (const [code, words] of [
    ['O-7', /^Already packed at /],
    ['O-60', 'Cancelled'],
    ['O-61', 'Not sent yet'],
    ['4711', 'Unknown: 4711'],
    ['O-63', '2 parcels of this order'],
  ] as const) {
    await scan(code);
    await expect(answerOf(page, words)).toBeVisible();
  }
  expect(await findBarriers(page)).toEqual([]);
  await scan('2');
  await expect(answerOf(page, 'Packed')).toContainText('Oskar Lis 63');

  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Hand-over list' }).click();
  await expect.poll(() => page.evaluate(() => recorded.pdf?.size ?? 0)).toBeGreaterThan(0);
  const bytes = await page.evaluate(async () => [...new Uint8Array(await recorded.pdf!.arrayBuffer())]);
  const pdf = await PDFDocument.load(Uint8Array.from(bytes));
  const numbers: string[] = [];
  for (const at of pdf.getPageIndices()) numbers.push(...(await scanAll(drawBoxes(pdf, at).image)));
  expect(numbers).toHaveLength(SCANS + 1);
  expect(new Set(numbers).size).toBe(SCANS + 1);
});
