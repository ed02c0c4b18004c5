import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { DroppointParcel } from '../../packages/elements/parcel/parcel.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { advance, ship, stopClock } from './parcel-lives.ts';
import { test, watchComplaints, type Shop } from './widget-shop.ts';

/** `<droppoint-parcel>` in a shop's page of an order. */
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

type Told = Pick<NonNullable<DroppointParcel['parcel']>, 'number' | 'state' | 'status'>;

/** The shop's page, as docs/embedding.md shows it. */
const openOrder = (page: Page, shop: Shop, origin: string, body: string, at?: string) =>
  shop.open(
    page,
    {
      body: '',
      markup: `<!doctype html><html lang="en"><head><title>Order</title>
<meta name="viewport" content="width=device-width">
<script type="module" async src="${origin}/v1/droppoint-parcel.js" crossorigin></script></head>
<body><main><h1>Your order</h1>${body}<p id="after">Thank you.</p></main></body></html>`,
    },
    at,
  );

const parcel = (origin: string, number: string, more = '') =>
  `<droppoint-parcel number="${number}" ${more}><a href="${origin}/parcel#${number}">Where is my parcel?</a></droppoint-parcel>`;

const frameOf = (page: Page, at = 0): FrameLocator =>
  page.locator('droppoint-parcel').nth(at).frameLocator('iframe');
const state = (page: Page, at = 0) => frameOf(page, at).getByRole('heading', { level: 2 });

/** Records the events, from the page's start. */
async function recordStates(page: Page): Promise<() => Promise<Told[]>> {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    document.addEventListener('droppoint-parcel-state', (event) => told.push((event as CustomEvent).detail));
  });
  return () => page.evaluate(() => (window as unknown as { told: Told[] }).told);
}

test('an order’s page shows the parcel, and is told its state', async ({ page, shop, droppoint }) => {
  const number = await ship(droppoint);
  await advance(droppoint, 38);
  const complaints = watchComplaints(page);
  const readStates = await recordStates(page);
  await openOrder(page, shop, droppoint.origin, parcel(droppoint.origin, number));
  await expect(state(page)).toHaveText(/^Ready to collect: \w/);
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  await expect(page.getByRole('link')).toBeHidden();
  expect(await readStates()).toMatchObject([
    { number, status: 'found', state: 'ready', nextStep: 'collect', isReturn: false },
  ]);
  expect(complaints).toEqual([]);
});
