import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { ADDRESS, makePickup, PICKUPS, RECIPIENT, startCarrier, like } from './carrier-client.ts';
import { switchFaults } from './sandbox-client.ts';

const carrier = await startCarrier();
afterAll(() => carrier.close());

async function open(headers: Record<string, string> = {}) {
  const [answer] = (await once(request(carrier.sandbox.addresses.base, { headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, headers: answer.headers, html: await text(answer) };
}

it('Sandbox page: shows parcels with state and point, pickups, and faults', async () => {
  expect((await open()).html).toContain('2,000 points, 0 parcels, 0 pickups. Parcels are stopped');
  const number = await carrier.ship();
  await carrier.send(
    'POST',
    PICKUPS,
    makePickup(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 35 * 3_600_000),
  );
  await carrier.control('POST', 'clock/advance', { hours: 100 });
  const second = await carrier.ship({ destination: ADDRESS });
  await switchFaults(carrier.sandbox, [{ kind: 'latency', milliseconds: 1, routes: ['tracking'] }]);
  const { status, headers, html } = await open();
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const rows = [...html.matchAll(/<tr><td>(.*?)<\/td><\/tr>/g)].map(([, row]) => row!.split('</td><td>'));
  expect(rows).toEqual([
    [second, 'shipment', 'registered', 'CRE.1001', expect.anything(), '–'],
    [number, 'shipment', 'delivered', 'EOL.1002', expect.anything(), carrier.locker.id],
    [like(/^\d{6}$/), 'CREATED', like(/ 11:00$/), '4'],
    [
      '{&quot;kind&quot;:&quot;latency&quot;,&quot;milliseconds&quot;:1,&quot;routes&quot;:[&quot;tracking&quot;]}',
      '0 of 0',
    ],
  ]);
  for (const personal of [...Object.values(RECIPIENT), 'Brzoza', 'Mglista', 'fern.example'])
    expect(html).not.toContain(personal);
});

it('Sandbox page: runs no scripts, and answers only to this machine’s names', async () => {
  const { headers, html } = await open();
  expect(html).not.toContain('<script');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect((await open({ host: 'evil.example' })).status).toBe(403);
  expect((await open({ origin: 'https://shop.example' })).status).toBe(403);
  const { port } = new URL(carrier.sandbox.addresses.base);
  expect((await open({ host: `localhost:${port}` })).status).toBe(200);
});
