import { expect, type Page } from '@playwright/test';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriers } from './find-barriers.ts';
import { chooseFile } from './import-walk.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { deskOf, logIn, openAccountMenu } from './login-walk.ts';
import { keepSender } from './map-walk.ts';
import { turnRound } from './turn-round.ts';

test.use({ points: FEW_POINTS });

const problem = {
  code: 'rejected' as const,
  fields: [{ path: 'recipient.phone', codes: ['invalid'] }],
  requestId: 'r-1',
};
const PARCELS = [
  makeParcel(1),
  makeParcel(2, { state: 'refused', problem }),
  makeParcel(3, { state: 'unknown' }),
  makeParcel(4, { state: 'sent', trackingNumber: '690000000000000000000004' }),
];

/** Each screen of the desk with something on it, one after the other. */
const STATES: readonly (readonly [name: string, reach: (page: Page) => Promise<void>])[] = [
  ['Send', (page) => open(page, 'Send')],
  [
    'Import',
    async (page) => {
      await open(page, 'Import');
      await chooseFile(
        page,
        'Name;E-mail;Phone;Street;Postcode;Town\nOskar Lis;oskar;12;Mglista 7;0095;Testowo\n',
      );
      await expect(page.getByText('To mend').first()).toBeVisible();
    },
  ],
  [
    'Parcels',
    async (page) => {
      await open(page, 'Parcels');
      await page.getByRole('checkbox').nth(4).check();
    },
  ],
  [
    'a parcel',
    async (page) => {
      await page.getByRole('rowheader', { name: /Oskar Lis 2/ }).click();
      await page.getByRole('heading', { name: 'Oskar Lis 2' }).waitFor();
    },
  ],
  [
    'Returns',
    async (page) => {
      await open(page, 'Returns');
      await page.getByRole('button', { name: 'Create return' }).click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    },
  ],
  ['Pickups', (page) => open(page, 'Pickups')],
  ['the account menu', openAccountMenu],
];

async function open(page: Page, screen: string): Promise<void> {
  await deskOf(page).getByRole('link', { name: screen }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen);
}

/** Looks at each state. */
async function walk(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await logIn(page);
  await keepSender(page);
  await seedDesk(page, PARCELS);
  for (const [name, reach] of STATES) {
    await reach(page);
    await look(name);
  }
}

for (const [name, viewport, textPx, direction] of [
  ['320 px', { width: 320, height: 640 }, 16, 'ltr'],
  ['a phone on its side', { width: 844, height: 390 }, 16, 'ltr'],
  ['390 px with text twice as large', { width: 390, height: 844 }, 32, 'ltr'],
  ['390 px from right to left', { width: 390, height: 844 }, 16, 'rtl'],
] as const)
  test(`nothing of the desk is too wide or too small at ${name}`, async ({ page }) => {
    if (textPx !== 16) await enlargeText(page, textPx);
    if (direction === 'rtl') await turnRound(page);
    await page.setViewportSize(viewport);
    await walk(page, async (state) => {
      expect.soft(await listOverflows(page), state).toEqual([]);
      expect.soft(await listSmallTargets(page), state).toEqual([]);
    });
  });

for (const media of [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  // Of the dark ones, axe takes white on black for another pair.
  { colorScheme: 'light', forcedColors: 'active' },
] as const)
  test(`no screen of the desk has a barrier (${media.colorScheme}, forced colours: ${media.forcedColors})`, async ({
    browser,
    droppoint,
  }) => {
    // axe is injected as a script, which the page's own policy would refuse.
    const context = await browser.newContext({ baseURL: droppoint.origin, bypassCSP: true, ...media });
    const page = await context.newPage();
    await walk(page, async (state) => {
      expect.soft(await findBarriers(page), state).toEqual([]);
    });
    await context.close();
  });

test('on paper the desk has no navigation, and its contents aren’t cut', async ({ page }) => {
  await walk(page, async (state) => {
    await page.emulateMedia({ media: 'print' });
    await expect.soft(deskOf(page), state).toBeHidden();
    expect.soft(await listOverflows(page), state).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  });
});
