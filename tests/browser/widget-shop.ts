import { expect, type FrameLocator, type Page } from '@playwright/test';
import type { DroppointPicker } from '../../packages/elements/picker/droppoint.ts';
import { listen } from '../processes.ts';
import { test as base } from './droppoint.ts';

interface ShopPage {
  /** Contents of the page's body. */
  body: string;
  /** The page's own policy; by default as strict as docs/embedding.md says it may be. */
  policy?: string;
  /** Attributes of the script's tag. */
  script?: string;
  /** The page's whole markup, if it has a script tag of its own. */
  markup?: string;
}

/** A shop on another site than the frame: 127.0.0.1 against localhost. */
export interface Shop {
  origin: string;
  /** The same shop at an origin that is not on the operator's list. */
  strangeOrigin: string;
  /** The same shop on the frame's own site: both are in one process, as on phones, and are laid out in one go. */
  sameSiteOrigin: string;
  open(page: Page, shop: ShopPage, origin?: string): Promise<void>;
}

/** The strictest policy under which the widget works: one host for the script, one for the frame. */
const strictPolicy = (frameOrigin: string) =>
  [
    "default-src 'none'",
    `script-src ${frameOrigin}`,
    `frame-src ${frameOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const test = base.extend<{ shop: Shop }>({
  shop: async ({ droppoint }, use) => {
    const port = Number(new URL(droppoint.origin).port) + 6;
    let shown: ShopPage = { body: '' };
    const server = await listen(
      (_, response) => {
        const { body, policy = strictPolicy(droppoint.origin), script = '', markup } = shown;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('content-security-policy', policy);
        response.end(
          markup ??
            `<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="viewport" content="width=device-width">
<script type="module" src="${droppoint.origin}/v1/droppoint.js" crossorigin ${script}></script></head>
<body><main><h1>Checkout</h1>${body}</main></body></html>`,
        );
      },
      port,
      '0.0.0.0',
    );
    const [known, strange] = ['127.0.0.1', '127.0.0.2'].map((host) => `http://${host}:${port}`);
    await use({
      origin: known!,
      strangeOrigin: strange!,
      sameSiteOrigin: `http://localhost:${port}`,
      async open(page, shop, origin = known!) {
        shown = shop;
        await page.goto(`${origin}/checkout`);
      },
    });
    await server.close();
  },
});

/** The picker inside the widget's frame. */
export const frameOf = (page: Page, id = 'picker'): FrameLocator => page.frameLocator(`#${id} iframe`);

/** Runs a function on the element, in the shop's page. */
export function onPicker<Result>(
  page: Page,
  run: (picker: DroppointPicker) => Result,
  id = 'picker',
): Promise<Awaited<Result>> {
  return page.locator(`#${id}`).evaluate(run as (element: Element) => Result) as Promise<Awaited<Result>>;
}

/** The form's data, as it would be submitted. */
export const readForm = (page: Page) =>
  page.evaluate(() => Object.fromEntries(new FormData(document.forms[0])) as Record<string, string>);

/** Records the widget's events, and those of every form control, from the page's start. */
export async function recordEvents(page: Page): Promise<() => Promise<[type: string, detail: unknown][]>> {
  await page.addInitScript(() => {
    const events: [string, unknown][] = [];
    Object.assign(window, { events });
    const types = ['ready', 'select', 'close', 'error', 'invalid-selection', 'search', 'filter', 'view'];
    for (const type of ['input', 'change', ...types.map((name) => `droppoint-${name}`)])
      document.addEventListener(type, (event) =>
        events.push([type, event instanceof CustomEvent ? event.detail : null]),
      );
  });
  return () => page.evaluate(() => (window as unknown as { events: [string, unknown][] }).events);
}

/** Violations of the page's policy, and the page's console errors. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted/i.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** A town whose lockers are single pins at this zoom. */
const TOWN = 'latitude="50.802" longitude="19.1158" zoom="14"';

/** A widget over a town of the sandbox's network. */
export const picker = (attributes = '', inside = '', id = 'picker') =>
  `<droppoint-picker id="${id}" name="point" ${TOWN} ${attributes}>${inside}</droppoint-picker>`;

/** Opens the card of the point nearest to the middle of the map, in a shop's frame or on the locator. */
export async function openCard(frame: Pick<FrameLocator, 'locator'>): Promise<void> {
  const pins = frame.locator('.dp-pin:not(.dp-pin-cluster, .dp-pin-stack)');
  await expect(pins.first()).toBeVisible();
  const nearest = await pins.evaluateAll((all) => {
    // While the frame is recreated, there is no map and no pin.
    const map = document.querySelector('.leaflet-container')?.getBoundingClientRect();
    if (map === undefined) return 0;
    const distances = all.map((pin) => {
      const { left, top } = pin.getBoundingClientRect();
      return Math.hypot(left - map.left - map.width / 2, top - map.top - map.height / 2);
    });
    return distances.indexOf(Math.min(...distances));
  });
  await pins.nth(nearest).click();
}

/** Clicks a pin and the button on its card. @returns the id of the point, which the shop's page may still refuse */
export async function requestPoint(page: Page, id = 'picker'): Promise<string> {
  const frame = frameOf(page, id);
  await openCard(frame);
  const code = await frame.locator('.code').first().textContent();
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  return code!;
}

/** The same, and waits until the element has the point. @returns its id */
export async function choosePoint(page: Page, id = 'picker'): Promise<string> {
  const code = await requestPoint(page, id);
  await expect.poll(() => onPicker(page, ({ value }) => value, id)).toBe(code);
  return code;
}
