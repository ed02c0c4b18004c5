import type { Page } from '@playwright/test';
import type { Droppoint } from './droppoint.ts';
import { PAGE_COLUMN, PICKER_COLUMN, type Column } from './list-off-grid.ts';
import { makePointLink } from './make-point-link.ts';
import { listOf, openList, rowsOf } from './picker-states.ts';
import type { Visit } from './visit.ts';

const WARSZAWA = { latitude: 52.2297, longitude: 21.0122 };
const VIEW = `latitude=${WARSZAWA.latitude}&longitude=${WARSZAWA.longitude}&zoom=10`;

/** An address of `/choose` for a shop. */
const chooseFor = (returnTo: string) =>
  `/choose#return=${encodeURIComponent(returnTo)}&state=a.B_1&shop=Fern&${VIEW}`;

/** Opens another fragment of the page's address, in a document of its own. */
async function openAgain(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

const CLOSED = {
  value: 'PL_CLOSED',
  position: WARSZAWA,
  reason: 'The locker was moved. We are sorry that you have to choose again.',
};
const backOf = (page: Page) => page.getByRole('button', { name: 'Back to Fern' });
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** The heading, the notice, the point and the buttons of an order. */
const ORDER_COLUMN: Column = { elements: '.page > *', within: '.page' };

export const CHOOSE_VISIT: Visit = {
  title: 'a choice for a shop, and a link for one order',
  isPublished: true,
  screens: [
    {
      name: 'choose',
      column: PICKER_COLUMN,
      seen: (page) => [backOf(page), rowsOf(page).first().getByRole('button')],
      reach: (page, { shop }: Droppoint) => openList(page, chooseFor(`${shop}/point`)),
      sign: listOf,
    },
    {
      name: 'choose-unlisted',
      kind: 'minor',
      column: PAGE_COLUMN,
      reach: (page) => openAgain(page, chooseFor('https://evil.example/point')),
      sign: (page) => page.getByText('Nothing was sent.'),
    },
    {
      name: 'order-link',
      column: ORDER_COLUMN,
      reach: async (page, droppoint) => openAgain(page, await makePointLink(droppoint, CLOSED)),
      sign: (page) => page.getByRole('button', { name: 'Choose another pick-up point' }),
    },
    {
      name: 'order-link-map',
      column: PICKER_COLUMN,
      reach: (page) => page.getByRole('button', { name: 'Choose another pick-up point' }).click(),
      sign: listOf,
    },
    {
      name: 'order-link-expired',
      kind: 'minor',
      column: PAGE_COLUMN,
      reach: async (page, droppoint) =>
        openAgain(page, await makePointLink(droppoint, { expiresAt: new Date(1e12) })),
      sign: headingOf,
    },
  ],
};
