import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { chooseFile, countSandboxParcels, openImports, readCollecting } from './import-walk.ts';
import { openDesk, openScreen } from './login-walk.ts';
import { fieldOf, fillParty, storeSender } from './map-walk.ts';
import { stopClock } from './parcel-lives.ts';

/**
 * A broker's day: orders of a spreadsheet become parcels with labels, which are tracked, returned and
 * picked up.
 */
test.use({ points: FEW_POINTS });
// Parcels don't leave before their pickup, however slow the machine is.
test.beforeAll(({ droppoint }) => stopClock(droppoint));

const ORDERS = 14;

/** Polish letters in Windows-1250, as Excel saves "CSV (separated by semicolons)" on a Polish computer. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ ą: 0xb9, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ó: 0xf3, ś: 0x9c, ź: 0x9f, ż: 0xbf },
  ...{ Ą: 0xa5, Ć: 0xc6, Ę: 0xca, Ł: 0xa3, Ń: 0xd1, Ó: 0xd3, Ś: 0x8c, Ź: 0x8f, Ż: 0xaf },
};
const encode = (text: string) =>
  Buffer.from([...text].map((letter) => LETTERS[letter] ?? letter.charCodeAt(0)));

const NAMES = ['Michał Wąs', 'Żaneta Śliwa', 'Łucja Żółć', 'Oskar Lis', 'Ewa Sowa'];
const HEAD =
  'Numer zamówienia;Imię i nazwisko;E-mail;Telefon;Punkt odbioru;Ulica i numer;Kod pocztowy;Miejscowość;Rozmiar;Waga (kg)';

/** Orders with six errors, half of them to points. */
function writeOrders(points: readonly string[]): string {
  const rows = Array.from({ length: ORDERS }, (_, at) => [
    `Z-${at + 1}`,
    NAMES[at % NAMES.length]!,
    `klient${at + 1}@mail.example`,
    `500 000 ${String(200 + at)}`,
    at % 2 === 0 ? points[at % points.length]! : '',
    ...(at % 2 === 0 ? ['', '', ''] : [`Mglista ${at + 1}`, '00-950', 'Testowo']),
    ['A', 'B', 'C'][at % 3]!,
    '1,2',
  ]);
  const [email, phone, point, postcode, size, weight] = [2, 3, 4, 6, 8, 9] as const;
  rows[1]![email] = '';
  rows[2]![phone] = '12';
  rows[4]![point] = 'PL_NOWHERE1';
  rows[7]![postcode] = '0095';
  rows[9]![size] = 'ogromna';
  rows[12]![weight] = 'ciężka';
  return [HEAD, ...rows.map((cells) => cells.join(';'))].join('\r\n');
}

test('Desk: orders of a Polish spreadsheet, six of them wrong, become parcels with labels, events, a return and a pickup', async ({
  page,
  droppoint,
}) => {
  // A separate organization, so that other tests don't see this pickup.
  await openDesk(page, [], 'org-day');
  await openScreen(page, 'Pickups');
  // The sender has the same fields on the first screen, for parcels that are brought to a point.
  await page.getByRole('heading', { level: 1, name: 'Pickups' }).waitFor();
  await fieldOf(page, 'origin.street').waitFor();
  await fillParty(page, 'origin', {
    street: 'Mglista',
    houseNumber: '7',
    city: 'Testowo',
    postalCode: '00-950',
  });
  await storeSender(page);
  await openImports(page);
  const points = await readCollecting(page);
  expect(points).not.toEqual([]);
  const before = await countSandboxParcels(droppoint.platform);

  await chooseFile(page, encode(writeOrders(points)));
  const nextProblem = page.getByRole('button', { name: 'Next problem' });
  const cell = (field: string, row: number) =>
    page.getByRole('textbox', { name: `${field}, row ${row}`, exact: true });
  await expect(page.getByRole('region', { name: 'Send' })).toContainText(/Ready\s*8/);
  await expect(page.getByRole('region', { name: 'Send' })).toContainText(/To fix\s*6/);
  await expect(cell('Full name', 2)).toHaveValue('Michał Wąs');

  const corrections = [
    ['E-mail', 3, 'klient2@mail.example'],
    ['Phone', 4, '500 000 202'],
    ['Pick-up point', 6, points[0]!],
    ['Postcode', 9, '00-950'],
    ['Size', 11, 'B'],
    ['Weight', 14, '2,5'],
  ] as const;
  await nextProblem.focus();
  await page.keyboard.press('Enter');
  for (const [field, row, text] of corrections) {
    await expect(cell(field, row)).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('F8');
  }
  await expect(page.getByText('No cells have problems.')).toBeVisible();

  await page.getByRole('button', { name: `Send ${ORDERS} parcels` }).click();
  await expect(page.getByText(`Sent: ${ORDERS}.`)).toBeVisible();
  expect((await countSandboxParcels(droppoint.platform)) - before).toBe(ORDERS);

  await page.getByRole('combobox', { name: 'Label format' }).selectOption('pdf-a6');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save ${ORDERS} labels` }).click();
  expect((await download).suggestedFilename()).toBe(`labels-${ORDERS}-a6.pdf`);

  await openScreen(page, 'Parcels');
  await page.getByRole('button', { name: 'Refresh statuses' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^Registered\\s*${ORDERS}$`) })).toBeVisible();
  await page.getByRole('searchbox').fill('Z-13');
  await page
    .getByRole('rowheader', { name: /Łucja Żółć/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Łucja Żółć' })).toBeVisible();

  await page.getByRole('button', { name: 'Create a return' }).click();
  await page.getByRole('button', { name: 'Create return' }).click();
  await expect(page.getByRole('heading', { name: 'Łucja Żółć' })).toBeFocused();
  await expect(page.getByText('Drop-off code', { exact: true })).toBeVisible();

  await openScreen(page, 'Pickups');
  await expect(fieldOf(page, 'volume.count')).toHaveValue(String(ORDERS));
  await page.getByRole('button', { name: 'Order pickup' }).click();
  await expect(page.locator('li[data-id]')).toHaveCount(1);
});
