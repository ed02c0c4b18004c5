import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeWorkbook } from '../unit/desk/import/write-zip.ts';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import {
  chooseFile,
  countSandboxParcels,
  storeSender,
  openImports,
  readCollecting,
  readStoredParcels,
  readPointIds,
  writeOrders,
} from './import-walk.ts';
import { openDesk, passLogin } from './login-walk.ts';
import { fieldOf, fillParcel, sendParcel } from './map-walk.ts';

/** Imports of orders; desk-day.spec.ts follows one from file to pickup. */
test.use({ points: FEW_POINTS });

test('Import: corrected rows that the carrier refused are sent as new parcels, and a duplicate order only if it is ticked', async ({
  page,
  droppoint,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openDesk(page);
  await openImports(page);
  expect(await findBarriers(page)).toEqual([]);
  for (const [name, content, sentence] of [
    ['book.xlsx', 'PK\u0003\u0004', /^This spreadsheet format can’t be read here/],
    ['head.csv', 'Name;Town\n', /^This table has no parcels/],
  ] as const) {
    await chooseFile(page, content, name);
    await expect(page.getByRole('alert')).toHaveText(sentence);
  }
  const [first, second] = await readPointIds(page, 2);
  await chooseFile(
    page,
    [
      'Order number,Name,E-mail,Phone,Pick-up point,Size,Weight,Note',
      `1001,<img src=x onerror=alert()> Lis,oskar@mail.example,+48 500 000 202,${first},A,1.2,x`,
      `1002,Anna Nowak,,+48 500 000 203,${first},B,2,`,
      `1003,Jan Lis,jan@mail.example,+48 500 000 205,${second},A,1,`,
      `1004,Ewa Sowa,ewa@mail.example,+48 500 000 204,${second},C,3,`,
      `1004,Ewa Sowa,ewa@mail.example,+48 500 000 204,${second},C,3,`,
    ].join('\n'),
  );
  await storeSender(page);
  const table = page.getByRole('table', { name: 'Rows of the import' });
  await expect(table.getByRole('row')).toHaveCount(1 + 5 + 4);
  await expect(page.getByText('Columns · Not used: 1')).toBeVisible();
  const cell = (field: string, row: number) => page.getByRole('textbox', { name: `${field}, row ${row}` });
  await expect(cell('Full name', 2)).toHaveValue(/onerror/);
  await expect(cell('E-mail', 3)).toHaveAccessibleDescription('E-mail: Fill this in.');
  await expect(cell('Order number', 5)).toHaveAccessibleDescription(
    'Order number: Row 6 has the same order number.',
  );
  expect(await findBarriers(page)).toEqual([]);
  await cell('E-mail', 3).fill('anna@mail.example');
  await cell('E-mail', 3).press('Enter');
  // A name that isn't a person's is asked, and shown as it is written.
  await page.getByRole('checkbox', { name: 'Send row 2' }).check();
  // The second row of an order is skipped unless it is ticked.
  await expect(page.getByRole('button', { name: 'Send 4 parcels' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Send row 6' }).check();

  await droppoint.setFaults([{ kind: 'close', ids: [second] }]);
  await page.getByRole('button', { name: 'Send 5 parcels' }).click();
  await expect(page.getByText('Refused: 3.')).toBeVisible();
  await expect(cell('Pick-up point', 4)).toHaveAccessibleDescription(
    'Pick-up point: The carrier can’t find this.',
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save rows that weren’t sent' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(
    "1003,Jan Lis,jan@mail.example,'+48 500 000 205,",
  );
  for (const row of [4, 5, 6]) {
    await cell('Pick-up point', row).fill(first!);
    await cell('Pick-up point', row).press('Enter');
  }
  await page.getByRole('button', { name: 'Continue with 3 parcels' }).click();
  await expect(page.getByText('Sent: 3.')).toBeVisible();
  expect((await readStoredParcels(page)).map(({ state }) => state)).toEqual(
    Array.from({ length: 5 }, () => 'sent'),
  );

  await page.reload();
  await expect(cell('E-mail', 3)).toHaveValue('anna@mail.example');
  await expect(table.getByText('Sent')).toHaveCount(5);
  await page.goBack();
  await expect(page.getByText('Sent: 5')).toBeVisible();
  // An import that can't be removed stays. The error is simulated, because no browser lets a test break
  // its disk.
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('broken', 'UnknownError');
    };
  });
  await page.getByRole('button', { name: 'Remove: orders.csv' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open: orders.csv' })).toBeVisible();
  expect(dialogs).toEqual([]);
});

test('Desk: an order that was sent is sent again only after confirmation: in the next import, another tab, Parcels and Send', async ({
  page,
  context,
  droppoint,
}) => {
  await openDesk(page);
  await openImports(page);
  await chooseFile(page, writeOrders(2, 3));
  await storeSender(page);
  await page.getByRole('button', { name: 'Send 2 parcels' }).click();
  await expect(page.getByText('Sent: 2.')).toBeVisible();

  // A cumulative export with one ticked row.
  await openImports(page);
  await chooseFile(page, writeOrders(4, 1));
  const counts = page.getByRole('group', { name: 'Rows to show' }).getByRole('button');
  await expect(counts).toHaveText(['All 4', 'Ready 2', 'Left out 2']);
  const send = (count: number) => page.getByRole('button', { name: `Send ${count} parcels` });
  await expect(send(2)).toBeVisible();
  await page.getByRole('button', { name: 'Next problem' }).click();
  const held = page.getByRole('textbox', { name: 'Order number, row 4' });
  await expect(held).toBeFocused();
  await expect(held).toHaveAccessibleDescription(/Already sent on/);
  await page.getByRole('button', { name: 'Left out 2' }).click();
  const table = page.getByRole('table', { name: 'Rows of the import' });
  await expect(table.getByText('Already sent', { exact: true })).toHaveCount(2);
  expect(await findBarriers(page)).toEqual([]);
  const tick = page.getByRole('checkbox', { name: 'Send row 5' });
  await tick.check();
  await expect(send(3)).toBeVisible();
  await page.reload();
  await expect(tick).toBeChecked();
  await expect(send(3)).toBeVisible();

  // The same file in another tab creates no further parcels, whichever tab is first.
  const other = await context.newPage();
  await openImports(other);
  await chooseFile(other, writeOrders(4, 1));
  await expect(other.getByRole('button', { name: 'Send 2 parcels' })).toBeVisible();
  let before = await countSandboxParcels(droppoint.platform);
  const count = async () => (await countSandboxParcels(droppoint.platform)) - before;
  await send(3).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([/O-4/]);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent: 3.')).toBeVisible();
  await expect(other.getByText('Already sent', { exact: true }).first()).toBeVisible();
  await expect(other.getByText('No rows are ready to send.')).toBeVisible();
  expect(await count()).toBe(3);
  await other.close();

  // Drafts stored while offline, one of which the import has sent since.
  const draft = (at: number, reference: string) => {
    const parcel = makeParcel(at);
    return { ...parcel, shipment: { ...parcel.shipment, references: { custom: { reference } } } };
  };
  await seedDesk(page, [draft(2, 'O-4'), draft(3, 'A-3')]);
  before = await countSandboxParcels(droppoint.platform);
  await page.getByRole('checkbox', { name: /select all/i }).check();
  await page.getByRole('button', { name: 'Send 2 parcels' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('1 order has already been sent');
  await expect(question).toContainText('O-4 · Oskar Lis');
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Don’t send' }).click();
  expect(await count()).toBe(0);

  await page.goto('/account');
  await fillParcel(page);
  await fieldOf(page, 'references.custom.reference').fill('o-4');
  await sendParcel(page);
  await expect(question).toContainText('1 order has already been sent');
  expect(await count()).toBe(0);
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { name: 'The carrier accepted it' })).toBeVisible();
  expect(await count()).toBe(1);
});

const ROWS = 80;

/** Crashes the page. @returns a new page at the same address */
async function kill(page: Page, how: 'close' | 'crash'): Promise<Page> {
  const [context, address] = [page.context(), page.url()];
  if (how === 'crash') {
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // Never answered, because its page is gone.
    void session.send('Page.crash').catch(() => {});
    await crashed;
  }
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  return next;
}

test('Import: each row is sent once, although answers are lost, the page crashes repeatedly and the session expires', async ({
  page: first,
  droppoint,
}) => {
  let page = first;
  await openDesk(page);
  await openImports(page);
  await chooseFile(page, writeOrders(ROWS, 1000));
  await storeSender(page);
  // Rows are rendered as they come into view, also during keyboard navigation.
  await page.getByRole('textbox', { name: 'E-mail, row 2', exact: true }).focus();
  await page.keyboard.press('End');
  for (let row = 0; row < 30; row++) await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAccessibleName(/, row 32$/);
  await expect(page.locator(':focus')).toBeInViewport();

  const before = await countSandboxParcels(droppoint.platform);
  const count = async () => (await countSandboxParcels(droppoint.platform)) - before;
  const send = () => page.getByRole('button', { name: /^(Send|Continue with) \d+ parcel/ });
  const faults = [
    { kind: 'truncate', routes: ['shipments'], share: 0.1 },
    { kind: 'close', routes: ['shipments'], share: 0.1 },
  ];
  const slow = { kind: 'latency', milliseconds: 200, routes: ['shipments'] };
  await droppoint.setFaults([...faults, slow]);
  // Crash before anything is sent, then while six calls are in progress, after more and more sent rows.
  for (const [how, sent] of [
    ['close', 0],
    ['crash', 1],
    ['close', 12],
    ['crash', 24],
  ] as const) {
    await send().click();
    await expect.poll(count).toBeGreaterThanOrEqual(sent);
    page = await kill(page, how);
  }

  await send().click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await droppoint.control('POST', '/__sandbox/revoke');
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await count()).toBeLessThan(ROWS);
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '1' }, routes: ['shipments'], times: 2 },
    ...faults,
  ]);
  await passLogin(page);
  await page.getByRole('button', { name: 'Open: orders.csv' }).click();
  const finished = page.getByText('No rows are ready to send.');
  // Rows with an unknown outcome stay for another click.
  for (let presses = 0; presses < 10 && !(await finished.isVisible()); presses++) {
    await send().click();
    await expect(page.getByText(/^Sent: \d+\.$/)).toBeVisible();
  }
  await expect(finished).toBeVisible();
  const parcels = await readStoredParcels(page);
  expect(parcels.filter(({ state }) => state !== 'sent')).toEqual([]);
  const orders = Array.from({ length: ROWS }, (_, at) => `O-${1000 + at}`);
  expect(parcels.map(({ reference }) => reference).sort()).toEqual(orders.sort());
  expect(new Set(parcels.map(({ trackingNumber }) => trackingNumber)).size).toBe(ROWS);
  expect(await count()).toBe(ROWS);
});

const HEAD = ['Order number', 'Full name', 'E-mail', 'Phone', 'Street', 'Postcode', 'Town', 'Product'];
const writeRow = (number: number, name: string) =>
  [
    number,
    name,
    `a${number}@mail.example`,
    500000300 + number,
    `Mglista ${number}`,
    '00-950',
    'Testowo',
    'Mug',
  ].map(String);
const writeSheet = (rows: readonly string[][]) =>
  rows
    .map(
      (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('');

/** Pastes a text into the focused cell, as a spreadsheet copies cells. */
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  }, text);

test('Import: another sheet, presets, pasted cells and undo; a question outlives a reload; a shop’s own export becomes labels in two presses', async ({
  page,
}) => {
  const cell = (field: string, row: number) => page.getByRole('textbox', { name: `${field}, row ${row}` });
  await openDesk(page);
  await openImports(page);
  const book = writeWorkbook({
    October: writeSheet([HEAD, writeRow(1, 'Ada Lis')]),
    November: writeSheet([HEAD, writeRow(2, 'Bea Kos'), writeRow(3, 'Jan Sowa')]),
  });
  await chooseFile(page, Buffer.from(book), 'orders.xlsx');
  await storeSender(page);
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('November');
  await expect(cell('Full name', 2)).toHaveValue('Bea Kos');

  await page.getByText('Sizes and weights of products').click();
  await page.getByRole('combobox', { name: 'SKU, or words of the name' }).fill('mug');
  const presets = page.getByRole('group').filter({ hasText: 'SKU, or words of the name' });
  await presets.getByRole('textbox', { name: 'Weight, kg' }).fill('0.4');
  await page.getByRole('button', { name: 'Save for this product' }).click();
  await expect(page.getByRole('button', { name: 'Remove: mug' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await cell('Phone', 2).focus();
  await paste(page, '+48 500 000 401\tRynek 1\n+48 500 000 402\tRynek 2\n');
  await expect(cell('Street', 3)).toHaveValue('Rynek 2');
  await page.keyboard.press('Control+z');
  await expect(cell('Street', 3)).toHaveValue('Mglista 3');
  await page.keyboard.press('Control+y');
  await expect(cell('Phone', 2)).toHaveValue('+48 500 000 401');
  await expect(cell('Street', 3)).toHaveValue('Rynek 2');

  await openImports(page);
  const strange = [HEAD, writeRow(4, 'J\u00f8rgen Ry')].map((cells) => cells.join(';')).join('\n');
  await chooseFile(page, Buffer.from(strange, 'latin1'));
  const question = page.getByRole('region', { name: 'In which line are all letters right?' });
  await expect(question).toBeVisible();
  await page.reload();
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole('button', { name: /J\u00f8rgen/ }).click();
  await expect(question).toHaveCount(0);
  await expect(cell('Full name', 2)).toHaveValue('J\u00f8rgen Ry');

  await openImports(page);
  const points = await readCollecting(page);
  const file = join(import.meta.dirname, '../unit/desk/import/exports/order-export-woo.csv');
  let used = 0;
  const orders = readFileSync(file, 'utf8').replaceAll(
    /PL_[A-Z]{3}\d\d[A-Z]/g,
    () => points[used++ % points.length]!,
  );
  await page.evaluate(() => {
    document.body.dataset['presses'] = '0';
    const count = ({ isTrusted }: Event) => {
      const { dataset } = document.body;
      if (isTrusted) dataset['presses'] = String(Number(dataset['presses']) + 1);
    };
    for (const kind of ['click', 'keydown', 'change']) addEventListener(kind, count, true);
  });
  await chooseFile(page, orders);
  await page.getByRole('button', { name: 'Send 10 parcels' }).click();
  await expect(page.getByText('Sent: 10.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save 10 labels' }).click();
  await download;
  // Choosing the file counts as one.
  const presses = Number(await page.evaluate(() => document.body.dataset['presses']));
  expect(presses).toBeLessThanOrEqual(3);
});
