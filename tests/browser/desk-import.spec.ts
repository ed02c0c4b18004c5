import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeParcel, seedDesk, SENDER } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import {
  chooseFile,
  countSandboxParcels,
  keepSender,
  openImports,
  readKeptParcels,
  readPointIds,
  writeOrders,
} from './import-walk.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { openDesk, passLogin } from './login-walk.ts';
import { fieldOf, fillParty, keepSender as keepDeskSender, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

test('a table is read, mended by keyboard, and sent; refused rows are mended and sent as new parcels', async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  await openImports(page);
  expect(await findBarriers(page)).toEqual([]);
  const [first, second] = await readPointIds(page, 2);
  await chooseFile(
    page,
    [
      'Order number,Name,E-mail,Phone,Pick-up point,Size,Weight,Note',
      `1001,Oskar Lis,oskar@mail.example,+48 500 000 202,${first},A,1.2,x`,
      `1002,Anna Nowak,,+48 500 000 203,${first},B,2,`,
      `1003,Jan,jan@mail.example,12,PL_NOWHERE1,huge,heavy,`,
      `1004,Ewa Sowa,ewa@mail.example,+48 500 000 204,${second},C,3,`,
      `1004,Ewa Sowa,ewa@mail.example,+48 500 000 204,${second},C,3,`,
    ].join('\n'),
  );
  await keepSender(page);
  const table = page.getByRole('table', { name: 'Rows of the import' });
  await expect(table.getByRole('row')).toHaveCount(1 + 5 + 4);
  await expect(page.getByText('Columns · Not used: 1')).toBeVisible();
  const cell = (field: string, row: number) => page.getByRole('textbox', { name: `${field}, row ${row}` });
  await expect(cell('E-mail', 3)).toHaveAccessibleDescription('E-mail: Fill this in.');
  await expect(cell('Pick-up point', 4)).toHaveAccessibleDescription('Pick-up point: No point has this id.');
  await expect(cell('Order number', 5)).toHaveAccessibleDescription(
    'Order number: Row 6 has the same order number.',
  );
  expect(await findBarriers(page)).toEqual([]);

  // By keyboard alone: from one problem to the next.
  await page.getByRole('button', { name: 'Next problem' }).focus();
  await page.keyboard.press('Enter');
  await expect(cell('E-mail', 3)).toBeFocused();
  const mends = ['anna@mail.example', 'Jan Lis', '+48 500 000 205', second!, 'A', '1'];
  for (const text of mends) {
    await page.keyboard.type(text);
    await page.keyboard.press('F8');
  }
  // Last comes the order that stands in two rows.
  await expect(cell('Order number', 6)).toBeFocused();

  // The second row of an order is left out unless it is ticked.
  await expect(page.getByRole('button', { name: 'Send 4 parcels' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Send row 6 all the same' }).check();

  await droppoint.setFaults([{ kind: 'close', ids: [second] }]);
  await page.getByRole('button', { name: 'Send 5 parcels' }).click();
  await expect(page.getByText('Refused: 3.')).toBeVisible();
  await expect(cell('Pick-up point', 4)).toHaveAccessibleDescription(
    'Pick-up point: The carrier doesn’t find this.',
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
  await page.getByRole('button', { name: 'Go on with 3 parcels' }).click();
  await expect(page.getByText('Sent off: 3.')).toBeVisible();
  expect((await readKeptParcels(page)).map(({ state }) => state)).toEqual(
    Array.from({ length: 5 }, () => 'sent'),
  );

  await page.reload();
  await expect(cell('E-mail', 3)).toHaveValue('anna@mail.example');
  await expect(table.getByText('Sent')).toHaveCount(5);
  await page.goBack();
  await expect(page.getByText('Sent: 5')).toBeVisible();
});

test('what was sent before isn’t sent again unless it is ticked, in the next import or in another tab', async ({
  page,
  context,
  droppoint,
}) => {
  await openDesk(page);
  await openImports(page);
  await chooseFile(page, writeOrders(2, 3));
  await keepSender(page);
  await page.getByRole('button', { name: 'Send 2 parcels' }).click();
  await expect(page.getByText('Sent off: 2.')).toBeVisible();

  // A cumulative export.
  await openImports(page);
  await chooseFile(page, writeOrders(4, 1));
  const counts = page.getByRole('region', { name: 'Send', exact: true }).getByRole('listitem');
  await expect(counts).toHaveText(['Ready 2', 'Sent already 2']);
  const send = (count: number) => page.getByRole('button', { name: `Send ${count} parcels` });
  await expect(send(2)).toBeVisible();
  await page.getByRole('button', { name: 'Next problem' }).click();
  await expect(page.getByRole('textbox', { name: 'Order number, row 4' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Order number, row 4' })).toHaveAccessibleDescription(
    /Already sent on/,
  );
  await page.getByRole('checkbox', { name: 'Only rows with problems' }).check();
  const table = page.getByRole('table', { name: 'Rows of the import' });
  await expect(table.getByText('Sent already')).toHaveCount(2);
  expect(await findBarriers(page)).toEqual([]);
  const tick = page.getByRole('checkbox', { name: 'Send row 5 all the same' });
  await tick.check();
  await expect(send(3)).toBeVisible();
  await page.reload();
  await expect(tick).toBeChecked();
  await expect(send(3)).toBeVisible();

  // The same file in another tab becomes nothing more, whichever of them is first.
  const other = await context.newPage();
  await openImports(other);
  await chooseFile(other, writeOrders(4, 1));
  await expect(other.getByRole('button', { name: 'Send 2 parcels' })).toBeVisible();
  const before = await countSandboxParcels(droppoint.platform);
  await send(3).click();
  await expect(page.getByText('Sent off: 3.')).toBeVisible();
  await expect(other.getByText('Sent already', { exact: true }).first()).toBeVisible();
  await expect(other.getByText('No row is ready to be sent.')).toBeVisible();
  expect((await countSandboxParcels(droppoint.platform)) - before).toBe(3);
});

test('Parcels and Send ask before they send an order that was sent before', async ({ page, droppoint }) => {
  await openDesk(page);
  const order = (at: number, reference: string, change: object) => {
    const parcel = makeParcel(at, change);
    return { ...parcel, shipment: { ...parcel.shipment, references: { custom: { reference } } } };
  };
  await seedDesk(page, [
    order(1, 'A-1', { state: 'sent', trackingNumber: '690000000000000000000001' }),
    // Kept while there was no connection, and sent by another import meanwhile.
    order(2, 'A-1', {}),
    order(3, 'A-3', {}),
  ]);
  const before = await countSandboxParcels(droppoint.platform);
  const count = async () => (await countSandboxParcels(droppoint.platform)) - before;
  await page.getByRole('checkbox', { name: /select all/i }).check();
  await page.getByRole('button', { name: 'Send 2 parcels' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 order was sent before');
  await expect(dialog).toContainText('A-1 · Oskar Lis 1');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Don’t send' }).click();
  expect(await count()).toBe(0);

  await page.goto('/account');
  await fieldOf(page, 'recipient.firstName').waitFor();
  await fillParty(page, 'recipient', { ...SENDER, firstName: 'Oskar' });
  await page.getByRole('radio', { name: 'An address' }).check();
  await fillParty(page, 'destination', {
    street: 'Mglista',
    houseNumber: '7',
    postalCode: '00-950',
    city: 'Testowo',
    countryCode: 'PL',
  });
  await fieldOf(page, 'parcels.0.weight.amount').fill('1');
  await fieldOf(page, 'references.custom.reference').fill('a-1');
  await keepDeskSender(page);
  await sendParcel(page);
  await expect(dialog).toContainText('1 order was sent before');
  expect(await count()).toBe(0);
  await dialog.getByRole('button', { name: 'Send once more' }).click();
  await expect(page.getByRole('heading', { name: 'The carrier took it' })).toBeVisible();
  expect(await count()).toBe(1);
});

test('an expired session in the middle says so, and going on after the next login sends the rest', async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  await openImports(page);
  await chooseFile(page, writeOrders(30, 100));
  await keepSender(page);
  const before = await countSandboxParcels(droppoint.platform);
  // Slow enough that some are left when the session ends.
  await droppoint.setFaults([{ kind: 'latency', milliseconds: 400, routes: ['shipments'] }]);
  await page.getByRole('button', { name: 'Send 30 parcels' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await droppoint.control('POST', '/__sandbox/revoke');
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '1' }, routes: ['shipments'], times: 2 },
  ]);
  await passLogin(page);
  await page.getByRole('button', { name: 'Open: orders.csv' }).click();
  await page.getByRole('button', { name: /^Go on with \d+ parcel/ }).click();
  await expect(page.getByText(/^Sent off: \d+\.$/)).toBeVisible();
  expect((await countSandboxParcels(droppoint.platform)) - before).toBe(30);
});

test('200 rows are sent once each, though answers are lost and the page is killed again and again', async ({
  page: firstPage,
  context,
  droppoint,
}) => {
  await openDesk(firstPage);
  await openImports(firstPage);
  await chooseFile(firstPage, writeOrders(200, 1000));
  await keepSender(firstPage);
  const address = firstPage.url();
  const before = await countSandboxParcels(droppoint.platform);
  await droppoint.setFaults([
    { kind: 'truncate', routes: ['shipments'], share: 0.1 },
    { kind: 'close', routes: ['shipments'], share: 0.1 },
  ]);
  let page = firstPage;
  const send = () => page.getByRole('button', { name: /^(Send|Go on with) \d+ parcel/ });
  for (let kill = 0; kill < 8; kill++) {
    await send().click();
    // Steps of different lengths, so that each state is met.
    await page.waitForTimeout([20, 350, 900, 60, 1500, 700, 150, 2000][kill]!);
    if (kill % 2 === 0) await page.close();
    else {
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      // Never answered: its page is gone.
      void session.send('Page.crash').catch(() => {});
      await crashed;
      await page.close();
    }
    page = await context.newPage();
    await page.goto(address);
  }
  const finished = page.getByText('No row is ready to be sent.');
  await expect(async () => {
    if (await send().isVisible()) await send().click({ timeout: 20_000 });
    await expect(finished).toBeVisible({ timeout: 60_000 });
  }).toPass({ timeout: 240_000 });
  const parcels = await readKeptParcels(page);
  expect(parcels.filter(({ state }) => state !== 'sent')).toEqual([]);
  const orders = Array.from({ length: 200 }, (_, at) => `O-${1000 + at}`);
  expect(
    parcels
      .map(({ reference }) => reference)
      .filter((reference) => orders.includes(reference))
      .sort(),
  ).toEqual(orders.sort());
  expect(new Set(parcels.map(({ trackingNumber }) => trackingNumber)).size).toBe(parcels.length);
  expect((await countSandboxParcels(droppoint.platform)) - before).toBe(200);
});

test('what can’t be imported is told in a sentence, and nothing runs or freezes', async ({
  page,
}, testInfo) => {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await openDesk(page);
  await openImports(page);
  const told = page.getByRole('alert');
  const cases: [name: string, content: Buffer, sentence: RegExp][] = [
    ['wide.csv', Buffer.from('x,'.repeat(1_000_000)), /^A line of this file doesn’t end/],
    ['book.xlsx', Buffer.from('PK\u0003\u0004'), /^This is a spreadsheet program’s own file/],
    [
      'long.csv',
      Buffer.from(`Name;Town\n${'Ida;Testowo\n'.repeat(5001)}`),
      /^This table has more than 5,000 rows/,
    ],
    ['head.csv', Buffer.from('Name;Town\n'), /^This table has no row of parcels/],
    ['empty.csv', Buffer.alloc(0), /^There is nothing in it/],
  ];
  const large = testInfo.outputPath('large.csv');
  writeFileSync(large, Buffer.alloc(50 * 1024 * 1024, 'a,b\n'));
  await page.locator('input[type=file][accept*=csv]').setInputFiles(large);
  await expect(told).toHaveText(/^This file has 50 MB/);
  for (const [name, content, sentence] of cases) {
    await chooseFile(page, content, name);
    await expect(told).toHaveText(sentence);
  }
  const odd = ['Name;E-mail;Phone', '<img src=x onerror=alert(1)> \u202eLis;=cmd|x!A1;+48 500 000 202'].join(
    '\n',
  );
  const polish = Buffer.from([0x4d, 0x69, 0x63, 0x68, 0x61, 0xb3, 0x20, 0x57, 0xb9, 0x73]);
  await chooseFile(
    page,
    Buffer.concat([
      Buffer.from(odd),
      Buffer.from('\nŁucja Żak;a@b.example;'),
      Buffer.from('\n'),
      polish,
      Buffer.from('\n'),
    ]),
  );
  await expect(page.getByText('Lines in another encoding than the rest: 1.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Full name, row 4' })).toHaveValue('Michał Wąs');
  await expect(page.getByRole('textbox', { name: 'Full name, row 2' })).toHaveValue(/onerror/);
  expect(alerts).toEqual([]);
});

test('an import that can’t be removed stays, and is told', async ({ page }) => {
  await openDesk(page);
  await openImports(page);
  await chooseFile(page, writeOrders(1));
  await page.getByRole('button', { name: 'All imports' }).click();
  // No browser lets a test break its disk.
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('broken', 'UnknownError');
    };
  });
  await page.getByRole('button', { name: 'Remove: orders.csv' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open: orders.csv' })).toBeVisible();
});

for (const [name, viewport] of [
  ['320 px', { width: 320, height: 640 }],
  ['landscape', { width: 844, height: 390 }],
] as const)
  test(`the table holds at ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openDesk(page);
    await openImports(page);
    expect(await listOverflows(page)).toEqual([]);
    expect(await listSmallTargets(page)).toEqual([]);
    await chooseFile(page, writeOrders(300).replace('oskar7@', 'oskar7'));
    await keepSender(page);
    await expect(page.getByText('To mend')).toHaveCount(2);
    expect(await listOverflows(page)).toEqual([]);
    expect(await listSmallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next problem' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail, row 8' })).toBeFocused();
    await page.keyboard.press('End');
    for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('textbox', { name: 'E-mail, row 11' })).toBeInViewport();
  });
