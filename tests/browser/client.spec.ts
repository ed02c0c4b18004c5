import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { rolldown } from 'rolldown';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { createPlatform } from '#platform/client.ts';
import { install } from '../package/build.ts';
import { makeShipment } from '../sandbox/carrier-client.ts';
import { end, listen, startProgram, waitUntilReady } from '../processes.ts';
import { makeFolder } from '../temporary-folder.ts';
import { CLIENT_ID, CLIENT_SECRET, FEW_POINTS, OFFLINE, test, WRANGLER } from './droppoint.ts';

test.use({ points: FEW_POINTS });

/** Sends a parcel, and tells its label and its events: what the package does wherever it runs. */
const SEND = `
import { createPlatform, eventsOf, stateOfParcel } from '@droppoint/platform';
export async function sendOne(baseUrl, token, shipment) {
  const auth = { read: async () => token, renew: async () => token };
  const platform = createPlatform({ baseUrl, auth });
  const { data } = await platform.shipments.create('org-1', shipment);
  const label = await platform.shipments.label('org-1', data.trackingNumber, 'pdf-a6');
  for await (const parcel of platform.tracking.get([data.trackingNumber]))
    return [label.data.type, String.fromCharCode(...label.data.bytes.slice(0, 5)), stateOfParcel(eventsOf(parcel))];
}
`;
const TOLD = ['application/pdf', '%PDF-', 'registered'];

/** Bundles a module of a project that has installed the package. */
async function bundle(module: string): Promise<string> {
  const folder = makeFolder();
  install(folder, 'platform');
  writeFileSync(join(folder, 'send-one.js'), SEND);
  writeFileSync(join(folder, 'main.js'), module);
  const build = await rolldown({ input: join(folder, 'main.js'), platform: 'browser' });
  const { output } = await build.generate({ format: 'es' });
  return output[0].code;
}

/** What `sendOne` is given: the platform, a token, and a shipment to one of its lockers. */
async function prepare({ platform }: { platform: string }) {
  const tokenHost = new URL(platform);
  tokenHost.port = String(Number(tokenHost.port) + 1);
  const auth = createClientCredentials({
    origin: tokenHost.origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  });
  for await (const { id, type } of createPlatform({ baseUrl: platform, auth }).points.list())
    if (type === 'APM') return [platform, await auth.read(), makeShipment(id)] as const;
  throw new Error('The sandbox has no lockers.');
}

test('the package for servers sends a parcel from a page too, with a user’s token', async ({
  page,
  droppoint,
}) => {
  const given = await prepare(droppoint);
  const code = await bundle(`import { sendOne } from './send-one.js'; globalThis.sendOne = sendOne;`);
  // A page of another site, on this machine: a secure context.
  const server = await listen((_, response) => response.setHeader('content-type', 'text/html').end('<p>'));
  await page.goto(server.origin);
  await page.addScriptTag({ type: 'module', content: code });
  await page.waitForFunction(() => 'sendOne' in globalThis);
  const told = await page.evaluate(
    (parameters) =>
      (globalThis as unknown as { sendOne: (...given: unknown[]) => unknown }).sendOne(...parameters),
    given,
  );
  await server.close();
  expect(told).toEqual(TOLD);
});

test('the package for servers sends a parcel from a worker', async ({ droppoint }) => {
  const given = await prepare(droppoint);
  const code = await bundle(`import { sendOne } from './send-one.js';
export default { fetch: async (request) => Response.json(await sendOne(...(await request.json()))) };`);
  const worker = join(makeFolder({ 'worker.js': code }), 'worker.js');
  const port = Number(new URL(droppoint.origin).port) + 8;
  const child = startProgram(
    [
      WRANGLER,
      'dev',
      worker,
      '--compatibility-date',
      '2026-01-01',
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    OFFLINE,
  );
  try {
    const address = `http://127.0.0.1:${port}/`;
    await waitUntilReady(address, child, () => true);
    const answer = await fetch(address, { method: 'POST', body: JSON.stringify(given) });
    expect(await answer.json()).toEqual(TOLD);
  } finally {
    await end(child);
  }
});
