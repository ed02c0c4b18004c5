import { afterAll, expect, it } from 'vitest';
import { ADDRESS, makeReturn, RECIPIENT, RETURNS, SHIPMENTS, startCarrier, like } from './carrier-client.ts';
import type { Json } from './sandbox-client.ts';

const carrier = await startCarrier();
afterAll(() => carrier.close());

const DAY = 86_400_000;

interface Created extends Json {
  id: string;
  expirationDate: string;
  parcels: { id: string; trackingNumber: string; dropOffCode?: string }[];
}
const create = (changes: Json = {}) =>
  carrier.request('POST', RETURNS, makeReturn(changes)) as unknown as Promise<Created>;
const readNow = async () => Date.parse(String(((await carrier.control('GET', 'clock')) as Json).now));

it('Return: created with a drop-off code of nine digits, and expires in seven days', async () => {
  const created = await create();
  expect(created).toMatchObject({
    status: 201,
    parcels: [{ trackingNumber: like(/^\d{24}$/) }],
  });
  expect(Date.parse(created.expirationDate)).toBe((await readNow()) + 7 * DAY);
  const codes = await Promise.all(
    Array.from({ length: 60 }, async () => (await create()).parcels[0]!.dropOffCode!),
  );
  for (const code of codes) expect(code).toMatch(/^\d{9}$/);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
});

it('Return: has no code if disabled, and the requested expiration', async () => {
  const expirationDate = new Date((await readNow()) + 30 * DAY).toISOString();
  const created = await create({
    enableDropOffCode: false,
    expirationDate,
    recipient: RECIPIENT,
    destination: ADDRESS,
  });
  expect(created.expirationDate).toBe(expirationDate);
  expect(created.parcels[0]).not.toHaveProperty('dropOffCode');
});

it.each<[string, Json, Json]>([
  ['no sender', { sender: undefined }, { sender: ['required'] }],
  ['a sender without a phone', { sender: { email: 'a@b.example' } }, { 'sender.phone': ['required'] }],
  ['an end too soon', { expirationDate: '2020-01-01T00:00:00Z' }, { expirationDate: ['too_small'] }],
  ['two parcels', { parcels: [{}, {}] }, { parcels: ['too_big'] }],
])('Return: refused for %s', async (_what, changes, errors) => {
  expect(await create(changes)).toMatchObject({ status: 422, errors });
});

it('Return: accepts a sender without names', async () => {
  const { email, phone } = RECIPIENT;
  expect(await create({ sender: { email, phone } })).toMatchObject({ status: 201 });
});

it('Return: only its organization can read it by id', async () => {
  const { status: _status, ...created } = await create();
  expect(await carrier.request('GET', `${RETURNS}/${created.id}`)).toEqual({ status: 200, ...created });
  for (const path of [`${RETURNS.replace('org-1', 'org-2')}/${created.id}`, `${RETURNS}/none`])
    expect((await carrier.send('GET', path)).status).toBe(404);
});

it('Return: has an A4 label by default, and isn’t a shipment', async () => {
  const { trackingNumber } = (await create()).parcels[0]!;
  for (const accept of ['*/*', 'application/pdf;format=A4']) {
    const label = await carrier.send('GET', `${RETURNS}/${trackingNumber}/label`, undefined, { accept });
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await label.text()).toContain('/MediaBox [0 0 595.276 841.89]');
  }
  const denied = { accept: 'application/pdf;format=A6' };
  expect((await carrier.send('GET', `${RETURNS}/${trackingNumber}/label`, undefined, denied)).status).toBe(
    406,
  );
  expect((await carrier.send('GET', `${SHIPMENTS}/${trackingNumber}`)).status).toBe(404);
  const shipment = await carrier.ship();
  expect((await carrier.send('GET', `${RETURNS}/${shipment}/label`)).status).toBe(404);
});

it('Return: tracked as a return until it is back', async () => {
  const { trackingNumber } = (await create()).parcels[0]!;
  await carrier.control('POST', 'clock/advance', { hours: 100 });
  const [parcel] = (await carrier.track(trackingNumber)).parcels;
  expect(parcel).toMatchObject({ shipment: { type: 'RETURN' } });
  expect(parcel!.events.map(({ eventCode }) => eventCode)).toEqual([
    'CRE.1001',
    'FMD.1004',
    'MMD.1001',
    'MMD.1003',
    'MMD.1001',
    'LMD.1001',
    'EOL.1001',
  ]);
});
