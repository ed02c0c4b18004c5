import { loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { createPlatform } from '#platform/client.ts';
import { makeShipment } from '../../sandbox/carrier-client.ts';
import { PHONE } from './cold.ts';
import { CLIENT, type Droppoint } from './droppoints.ts';
import type { Figure, FigureRow } from './report-figures.ts';
import { shape } from './shape.ts';
import { recordTraffic } from './traffic.ts';

/** Hours after which a parcel is ready at its point. */
const READY_AFTER = 38;

/** Sends a parcel to a point, and lets it arrive there. @returns its number */
export async function sendParcel({ platform }: Droppoint): Promise<string> {
  const tokens = new URL(platform);
  tokens.port = String(Number(tokens.port) + 1);
  const { points, shipments } = createPlatform({
    baseUrl: platform,
    auth: createClientCredentials({ origin: tokens.origin, ...CLIENT }),
  });
  const setClock = (method: string, path: string, body: object) =>
    fetch(`${platform}/__sandbox/clock${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await setClock('PUT', '', { daySeconds: 0 });
  for await (const { id, type } of points.list()) {
    if (type !== 'APM') continue;
    const { data } = await shipments.create('org-1', makeShipment(id) as never);
    await setClock('POST', '/advance', { hours: READY_AFTER });
    return (data as { trackingNumber: string }).trackingNumber;
  }
  throw new Error('The network has no lockers.');
}

/** Opens the page of a parcel with an empty cache over the slow link, as from an e-mail: until its state is painted. */
export async function visitParcel(
  browser: Browser,
  { published }: Droppoint,
  number: string,
  round: number,
): Promise<FigureRow[]> {
  const load = loadavg()[0]!;
  const context = await browser.newContext({ ...PHONE, baseURL: published, locale: 'en' });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      // No named function in here, see watch-pins.ts.
      const watch = new MutationObserver(() => {
        if (document.querySelector('main h2') === null) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.parcelMs = performance.now())));
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    const session = await context.newCDPSession(page);
    await shape((method, parameters) => session.send(method, parameters));
    const traffic = recordTraffic(session);
    await page.goto(`/parcel#${number}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.parcelMs !== undefined);
    const [beganMs, stateMs] = await page.evaluate(() => [performance.timeOrigin, window.parcelMs!] as const);
    const figures: Figure[] = [
      ['state of the parcel', stateMs, 'ms'],
      ['bytes until the state', traffic.until(beganMs + stateMs).bytes / 1024, 'KB'],
    ];
    return figures.map(([name, value, unit]) => ({ part: 'parcel', name, round, load, value, unit }));
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    /** When the parcel's state was painted; undefined: not yet. */
    parcelMs: number | undefined;
  }
}
