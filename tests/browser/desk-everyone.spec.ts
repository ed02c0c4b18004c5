import { expect, type Page } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriersInEachLook } from './find-barriers.ts';
import { chooseFile } from './import-walk.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { deskOf, openDesk, openAccountMenu } from './login-walk.ts';
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
  await openDesk(page);
  await keepSender(page);
  await seedDesk(page, PARCELS);
  for (const [name, reach] of STATES) {
    await reach(page);
    await look(name);
  }
}

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 390, height: 844 };

for (const [name, viewports, prepare] of [
  ['on a narrow phone and on its side', [NARROW, { width: 844, height: 390 }], () => {}],
  ['with text twice as large', [PHONE], (page: Page) => enlargeText(page, 32)],
  ['from right to left', [PHONE], turnRound],
] as const)
  test(`nothing of the desk is too wide or too small ${name}, or cut on paper`, async ({ page }) => {
    await prepare(page);
    await page.setViewportSize(viewports[0]);
    await walk(page, async (state) => {
      for (const viewport of [...viewports].reverse()) {
        await page.setViewportSize(viewport);
        await rest(page);
        expect.soft(await listOverflows(page), `${state}, ${viewport.width} px`).toEqual([]);
        expect.soft(await listSmallTargets(page), `${state}, ${viewport.width} px`).toEqual([]);
      }
      await page.emulateMedia({ media: 'print' });
      await expect.soft(deskOf(page), state).toBeHidden();
      expect.soft(await listOverflows(page), `${state}, on paper`).toEqual([]);
      await page.emulateMedia({ media: 'screen' });
    });
  });

test('no screen of the desk has a barrier', async ({ page }) => {
  test.slow();
  await walk(page, async (state) => {
    expect.soft(await findBarriersInEachLook(page), state).toEqual([]);
  });
});
