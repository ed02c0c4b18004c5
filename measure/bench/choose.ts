import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { createPointLink, readPointLink } from '../../packages/platform/point-link.ts';
import { PHONE, PICKER_PINS, PATIENCE_MS, VIEW } from './cold.ts';
import type { Droppoint } from './droppoints.ts';
import type { Figure, FigureRow } from './report-figures.ts';
import { slowDown } from './shape.ts';
import { inContext, openShaped } from './visit.ts';
import { waitForPins, watchPins } from './watch-pins.ts';

const LINK_CHECKS = 500;
/** See `LOOKING_MS` in interactions.ts. */
const LOOKING_MS = 600;
const HOUR_MS = 3_600_000;

/** Opens `/` and `/choose` in turns, chooses a point, and checks a point link. */
export async function visitChoose(
  browser: Browser,
  droppoint: Droppoint,
  round: number,
): Promise<FigureRow[]> {
  const load = loadavg()[0]!;
  const addresses = [`/?${VIEW}`, chooseFor(droppoint)] as const;
  const times = [0, 0];
  // Each of them is the first in every other round: the machine's speed changes during a run.
  for (const which of round % 2 === 0 ? [0, 1] : [1, 0])
    times[which] = await timeFirstPins(browser, droppoint, addresses[which]!);
  const [locator, choose] = times as [number, number];
  const figures: Figure[] = [
    ['pins of /', locator, 'ms'],
    ['pins of /choose', choose, 'ms'],
    ['share of the time of /', (choose / locator) * 100, '%'],
    ['choice until the shop’s page is requested', await measureLeaving(browser, droppoint), 'ms'],
    ['link checked', await measureLink(), 'ms'],
  ];
  return figures.map(([name, value, unit]) => ({ part: 'choose', name, round, load, value, unit }));
}

const chooseFor = ({ shop }: Droppoint) =>
  `/choose#return=${encodeURIComponent(`${shop}/point`)}&state=bench&${VIEW}`;

/** @returns milliseconds until the first pins are painted, with an empty cache over the slow link */
function timeFirstPins(browser: Browser, { published }: Droppoint, address: string): Promise<number> {
  return inContext(browser, { ...PHONE, baseURL: published }, async (context) => {
    const { page } = await openShaped(context);
    await watchPins(page, PICKER_PINS);
    await page.goto(address, { waitUntil: 'commit', timeout: PATIENCE_MS });
    const startedMs = await page.evaluate(() => performance.timeOrigin);
    const pinsAtMs = await waitForPins(page, PATIENCE_MS);
    if (pinsAtMs === null) throw new Error(`${address} shows no pins.`);
    return pinsAtMs - startedMs;
  });
}

/** @returns the main thread's work from the press until the shop's page is requested, in milliseconds of the slowed-down CPU */
function measureLeaving(browser: Browser, droppoint: Droppoint): Promise<number> {
  return inContext(browser, { ...PHONE, baseURL: droppoint.published, locale: 'en' }, async (context) => {
    const page = await context.newPage();
    const readWorkMs = await countWork(page);
    await page.goto(chooseFor(droppoint));
    await page.locator('.row[aria-busy="false"]').first().tap();
    const button = page
      .locator('.card[aria-busy="false"]')
      .getByRole('button', { name: 'Choose this point' });
    const { x, y, width, height } = (await button.boundingBox())!;
    await slowDown(page);
    await page.waitForTimeout(LOOKING_MS);
    const beforeMs = await readWorkMs();
    let workMs = 0;
    // The shop's page waits until the work is read: with it, this page's thread ends.
    await page.route(`${droppoint.shop}/**`, async (route) => {
      workMs = (await readWorkMs()) - beforeMs;
      await route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' });
    });
    // Without the locator's checks, which would be work of the page.
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.waitForURL(`${droppoint.shop}/point?point=*`);
    return workMs;
  });
}

/** @returns a function that reads how long a page's main thread has worked so far, without waiting for a core */
async function countWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
}

/** @returns processor time of one check of a link, as for each request of `POST /api/point-choices` */
async function measureLink(): Promise<number> {
  const secret = `fern:${'b'.repeat(40)}`;
  const link = await createPointLink({
    ...{ origin: 'https://points.example', secret, id: 'order-1042', orderNumber: 'FL-1042' },
    ...{ value: 'PL_WAW123A', position: { latitude: 52.2297, longitude: 21.0122 }, country: ['PL', 'CZ'] },
    filter: { rules: [{ ids: ['PL_WAW124A'], reason: 'Too small for this parcel.' }] },
    returnTo: 'https://fern.example/orders/1042/point',
    expiresAt: new Date(Date.now() + HOUR_MS),
  });
  const text = link.slice(link.indexOf('=') + 1);
  const before = process.cpuUsage();
  for (let check = 0; check < LINK_CHECKS; check++)
    if (typeof (await readPointLink(text, [secret], Date.now())) === 'string')
      throw new Error('The link was refused.');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / LINK_CHECKS;
}
