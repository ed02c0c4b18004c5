import { loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { createClientCredentials } from '../../packages/platform/client-credentials.ts';
import { createPlatform } from '../../packages/platform/client.ts';
import { makeShipment } from '../../tests/sandbox/carrier-client.ts';
import { CLIENT } from '../../tests/sandbox/platform-settings.ts';
import { PHONE } from './cold.ts';
import type { Droppoint } from './droppoints.ts';
import type { Figure, FigureRow } from './report-figures.ts';
import { inContext, visitUntil } from './visit.ts';

/** Hours until a parcel is ready for collection at its point. */
const READY_AFTER = 38;

/** Sends a parcel to a point and advances the clock until it arrives there. @returns its number */
export async function sendParcel({ platform, tokens }: Droppoint): Promise<string> {
  const { points, shipments } = createPlatform({
    baseUrl: platform,
    auth: createClientCredentials({ origin: tokens, ...CLIENT }),
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

/** Opens a parcel's page as from an e-mail, with an empty cache over the slow link, and waits until its state is painted. */
export async function visitParcel(
  browser: Browser,
  { published }: Droppoint,
  number: string,
  round: number,
): Promise<FigureRow[]> {
  const load = loadavg()[0]!;
  return inContext(browser, { ...PHONE, baseURL: published, locale: 'en' }, async (context) => {
    const parcel = await visitUntil(context, `/parcel#${number}`, 'main h2');
    const figures: Figure[] = [
      ['state of the parcel', parcel.elementMs, 'ms'],
      ['bytes until the state', parcel.kilobytes, 'KB'],
    ];
    return figures.map(([name, value, unit]) => ({ part: 'parcel', name, round, load, value, unit }));
  });
}
