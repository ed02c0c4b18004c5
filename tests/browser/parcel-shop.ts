import type { Frame, FrameLocator, Page } from '@playwright/test';
import type { DroppointParcel } from '../../packages/elements/parcel/parcel.ts';
import { snippet } from '../guide-snippets.ts';
import { advance, ship } from './parcel-lives.ts';
import { test as base, type Shop } from './widget-shop.ts';

type Received = Pick<NonNullable<DroppointParcel['parcel']>, 'number' | 'state' | 'status'>;

interface Order {
  origin: string;
  body: string;
  /** Attributes of `<html>`. */
  html?: string;
  script?: string;
}

/** Numbers of parcels: one that was just announced, or `ready` at its point. */
export const test = base.extend<{ origin: string; number: string; ready: string }>({
  origin: ({ droppoint }, use) => use(droppoint.origin),
  number: async ({ droppoint }, use) => use(await ship(droppoint)),
  ready: async ({ droppoint, number }, use) => {
    await advance(droppoint, 38);
    await use(number);
  },
});

/** The shop's page, with the style that the guide shows. */
export const openOrder = (
  page: Page,
  shop: Shop,
  { origin, body, html = 'lang="en"', script = '' }: Order,
  at?: string,
) =>
  shop.open(
    page,
    {
      body: '',
      policy: `default-src 'none'; script-src ${origin}; frame-src ${origin}; style-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'`,
      markup: `<!doctype html><html ${html}><head><title>Order</title>
<meta name="viewport" content="width=device-width">
<style>${snippet('css', 'droppoint-parcel')}</style>
<script type="module" async src="${origin}/v1/droppoint-parcel.js" crossorigin ${script}></script></head>
<body><main><h1>Your order</h1>${body}<p id="after">Thank you.</p></main></body></html>`,
    },
    at,
  );

export const parcel = (origin: string, number: string, more = '') =>
  `<droppoint-parcel number="${number}" ${more}><a href="${origin}/parcel#${number}">Track it</a></droppoint-parcel>`;

export const element = (page: Page, at = 0) => page.locator('droppoint-parcel').nth(at);
export const frameOf = (page: Page, at = 0): FrameLocator => element(page, at).frameLocator('iframe');
export const state = (page: Page, at = 0) => frameOf(page, at).getByRole('heading', { level: 2 });
export const link = (page: Page) => page.getByRole('link', { name: 'Track it' });
export const documentOf = (page: Page): Frame =>
  page.frames().find((frame) => new URL(frame.url()).pathname === '/parcel')!;

/** Records the events, from the page's start. */
export async function recordStates(page: Page): Promise<() => Promise<Received[]>> {
  await page.addInitScript(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    document.addEventListener('droppoint-parcel-state', (event) => received.push(event.detail));
  });
  return () => page.evaluate(() => (window as unknown as { received: Received[] }).received);
}

/** Height of the frame, and how much of its document doesn't fit. */
export const measureFrame = async (page: Page) => ({
  frame: await element(page)
    .locator('iframe')
    .evaluate((frame) => frame.clientHeight),
  hidden: await documentOf(page).evaluate(
    () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
  ),
});
