import { expect, type Page } from '@playwright/test';
import { CHOOSE_VISIT } from './choose-states.ts';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { chooseFile } from './import-walk.ts';
import { INLINE_VISIT } from './inline-states.ts';
import { deskOf, openAccountMenu, openDesk, openScreen } from './login-walk.ts';
import { storeSender } from './map-walk.ts';
import { PAGE_COLUMN } from './list-off-grid.ts';
import { PICKER_VISITS } from './picker-states.ts';
import type { Screen, Visit } from './visit.ts';

const openAt = (address: string) => (page: Page) => page.goto(address);

const PAGES: readonly Screen[] = [
  {
    name: '/network',
    column: PAGE_COLUMN,
    reach: openAt('/network'),
    sign: (page) => page.getByRole('heading', { name: 'Points by country' }),
  },
  {
    name: '/configure',
    column: PAGE_COLUMN,
    reach: openAt('/configure'),
    sign: (page) => page.getByRole('button', { name: 'Choose your pick-up point' }),
  },
  {
    name: '/account',
    column: PAGE_COLUMN,
    reach: openAt('/account'),
    sign: (page) => page.getByRole('button', { name: 'Log in' }),
  },
  {
    name: 'an address that leads nowhere',
    kind: 'minor',
    reach: openAt('/nowhere'),
    sign: (page) => page.getByRole('heading').first(),
  },
];

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

const headingOf = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });

/** Each screen of the desk with something on it. */
const DESK: readonly Screen[] = [
  {
    unprinted: deskOf,
    name: 'Send',
    async reach(page) {
      await openDesk(page);
      await storeSender(page);
      await seedDesk(page, PARCELS);
      await openScreen(page, 'Send');
    },
    sign: headingOf('Send'),
  },
  {
    unprinted: deskOf,
    name: 'Import',
    async reach(page) {
      await openScreen(page, 'Import');
      await chooseFile(
        page,
        'Name;E-mail;Phone;Street;Postcode;Town\nOskar Lis;oskar;12;Mglista 7;0095;Testowo\n',
      );
    },
    sign: (page) => page.getByText('To fix').first(),
  },
  {
    unprinted: deskOf,
    name: 'Parcels',
    async reach(page) {
      await openScreen(page, 'Parcels');
      await page.getByRole('checkbox').nth(4).check();
    },
    sign: headingOf('Parcels'),
  },
  {
    unprinted: deskOf,
    name: 'a parcel',
    reach: (page) => page.getByRole('rowheader', { name: /Oskar Lis 2/ }).click(),
    sign: (page) => page.getByRole('heading', { name: 'Oskar Lis 2' }),
  },
  {
    unprinted: deskOf,
    name: 'Returns',
    async reach(page) {
      await openScreen(page, 'Returns');
      await page.getByRole('button', { name: 'Create return' }).click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
    },
    sign: headingOf('Returns'),
  },
  {
    name: 'Pickups',
    unprinted: deskOf,
    reach: (page) => openScreen(page, 'Pickups'),
    sign: headingOf('Pickups'),
  },
  {
    unprinted: deskOf,
    name: 'the account menu',
    reach: openAccountMenu,
    sign: (page) => page.getByRole('button', { name: 'Log out' }),
  },
];

export const VISITS: readonly Visit[] = [
  ...PICKER_VISITS,
  CHOOSE_VISIT,
  INLINE_VISIT,
  { title: 'pages of operators, shops and brokers', isPublished: true, screens: PAGES },
  { title: 'the desk', isPublished: true, isInFirefox: true, screens: DESK },
];
