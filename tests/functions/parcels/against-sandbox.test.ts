import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { publicParcelSchema, publicParcelsSchema, type PublicParcel } from '#contract/public-parcel.ts';
import { createRequestCounter } from '../../../functions/http/rate-limits.ts';
import { RECIPIENT, startCarrier } from '../../sandbox/carrier-client.ts';
import { settingsOf, switchFaults } from '../../sandbox/sandbox-client.ts';
import { publishSandbox } from '../publish-sandbox.ts';
import { startPublished, type Runtime } from '../start-published.ts';

const UNKNOWN = '690000000000199999999999';

const carrier = await startCarrier();
const published = await publishSandbox(carrier, 100);
afterAll(() => carrier.close());
beforeEach(async () => {
  await switchFaults(carrier.sandbox, []);
  await carrier.control('DELETE', 'requests');
});

interface Changes {
  runtime?: Runtime;
  isLimited?: true;
  /** Changes the sandbox's answer in transit, since it can't create such a parcel itself. */
  onTheWay?: (parcels: Tracked[]) => unknown;
}

interface Tracked {
  trackingNumber: string;
  events: { eventTimestamp: string; eventCode: string; location: unknown }[];
}

function startApp({ runtime = 'Node', isLimited, onTheWay }: Changes = {}) {
  const { harness } = startPublished(published, runtime, {
    environment: { ...settingsOf(carrier.sandbox.addresses), APP_ORIGIN: 'http://localhost:3000' },
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const answer = await fetch(input, init);
      if (onTheWay === undefined || !pathname.startsWith('/tracking/')) return answer;
      return Response.json({ parcels: onTheWay(((await answer.json()) as { parcels: Tracked[] }).parcels) });
    },
    ...(isLimited && { limit: createRequestCounter(() => harness.clock.nowMs) }),
  });
  const { clock, logs } = harness;
  clock.nowMs = Date.now();
  const request = (path: string, clientAddress = '192.0.2.1') => harness.request(path, {}, clientAddress);
  const read = async (number: string): Promise<PublicParcel> =>
    publicParcelSchema.parse(await (await request(`/api/parcels/${number}`)).json());
  const readAll = async (...numbers: string[]): Promise<PublicParcel[]> =>
    publicParcelsSchema.parse(await (await request(`/api/parcels?numbers=${numbers.join(',')}`)).json())
      .parcels;
  return { request, read, readAll, clock, logs };
}

/** Number of tracking requests to the sandbox. */
async function countCalls(): Promise<number> {
  const { counts } = (await carrier.control('GET', 'requests')) as unknown as {
    counts: Record<string, number>;
  };
  return counts['api tracking'] ?? 0;
}

const ship = (lastName = 'Lis') => carrier.ship({ recipient: { ...RECIPIENT, lastName } });
const advance = (hours: number) => carrier.control('POST', 'clock/advance', { hours });

describe.each(['edge', 'Node'] as const)('Parcels against the sandbox platform, on %s', (runtime) => {
  it('a parcel is described from its registration until its collection, with its point and hours', async () => {
    const { read, clock } = startApp({ runtime });
    const number = await ship();
    expect(await read(number)).toMatchObject({ status: 'found', state: 'registered', nextStep: 'wait' });
    await advance(12);
    // Cached for a minute.
    expect(await read(number)).toMatchObject({ state: 'registered' });
    clock.nowMs += 60_000;
    expect(await read(number)).toMatchObject({ state: 'on_its_way', nextStep: 'wait' });
    await advance(30);
    clock.nowMs += 60_000;
    const ready = await read(number);
    expect(ready).toMatchObject({ state: 'ready', nextStep: 'collect', isReturn: false, leftOut: 0 });
    expect(ready.since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+01:00$/);
    const { destination, events } = ready;
    expect(destination).toMatchObject({
      kind: 'point',
      id: carrier.locker.id,
      summary: {
        id: carrier.locker.id,
        latitude: carrier.locker.coordinates.latitude,
        longitude: carrier.locker.coordinates.longitude,
      },
    });
    expect(destination!.summary).toHaveProperty('hours.monday');
    expect(events.at(-1)).toMatchObject({ code: 'LMD.1005', group: 'ready', place: { kind: 'point' } });
    await advance(24);
    clock.nowMs += 60_000;
    const fetched = await read(number);
    expect(fetched).toMatchObject({ state: 'delivered', nextStep: 'none' });
    // The platform's answer names the recipient and the sender.
    const tracked = JSON.stringify(await carrier.track(number));
    expect(tracked).toContain('Oskar Lis');
    expect(JSON.stringify(fetched)).not.toMatch(/Oskar|Lis|deliveryNotes|recipient/);
  });

  it('5,000 viewers of a number cause one request a minute', async () => {
    const { request, clock } = startApp({ runtime });
    const number = await ship();
    const view = async (amount: number) => {
      const answers = await Promise.all(
        Array.from({ length: amount }, (_, at) => request(`/api/parcels/${number}`, `192.0.2.${at % 250}`)),
      );
      return new Set(
        await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`)),
      );
    };
    const first = await view(2_500);
    clock.nowMs += 50_000;
    expect(await view(2_500)).toEqual(first);
    expect([[...first][0]!.slice(0, 4), first.size, await countCalls()]).toEqual(['200 ', 1, 1]);
    clock.nowMs += 10_000;
    await view(100);
    expect(await countCalls()).toBe(2);
  });
});

it('a script that guesses numbers is soon refused, whichever it tries, and the platform gets no more requests', async () => {
  const { request, clock } = startApp({ isLimited: true });
  const number = await ship();
  const statuses: number[] = [];
  for (let guess = 1; guess <= 300; guess++)
    statuses.push((await request(`/api/parcels/${BigInt(UNKNOWN) - BigInt(guess)}`)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(290).fill(429)]);
  expect(await countCalls()).toBe(10);
  expect((await request(`/api/parcels/${number}`)).status).toBe(429);
  expect((await request(`/api/parcels/${number}`, '198.51.100.1')).status).toBe(200);
  clock.nowMs += 10_000;
  expect((await request(`/api/parcels/${number}`)).status).toBe(200);
});

it('unknown, known and gone numbers are distinguished, and don’t affect each other', async () => {
  const { readAll, clock } = startApp();
  const numbers = await Promise.all(Array.from({ length: 12 }, () => ship()));
  const requested = [...numbers.slice(0, 6), UNKNOWN, 'no number', ...numbers.slice(6)];
  const described = await readAll(...requested.map(encodeURIComponent));
  // A space separates two numbers.
  expect(described.map((parcel) => parcel.number)).toEqual(requested.flatMap((each) => each.split(' ')));
  expect(described.filter(({ status }) => status !== 'found').map(({ status }) => status)).toEqual([
    'unknown',
    'invalid',
    'invalid',
  ]);
  expect(await countCalls()).toBe(2);
  await switchFaults(carrier.sandbox, [{ kind: 'answer', status: 410, as: 'json', routes: ['tracking'] }]);
  clock.nowMs += 60_000;
  expect((await readAll(numbers[0]!)).map(({ status }) => status)).toEqual(['gone']);
});

it('a parcel redirected twice, with its events in any order, leads to the last point', async () => {
  const { shop, locker } = carrier;
  const at = (id: string, type: string) => ({ id, type, name: id, city: 'Testowo', country: 'PL' });
  const number = await ship('Redirected');
  await advance(34);
  const redirect = (ms: number, eventCode: string, location: unknown) => ({
    ...{ eventTimestamp: new Date(Date.now() + ms).toISOString(), eventCode, location },
  });
  const { read } = startApp({
    onTheWay: (parcels) =>
      parcels.map((parcel) => ({
        ...parcel,
        events: [
          redirect(9e8, 'LMD.3013', at(shop.id, 'PUDO_POINT')),
          redirect(8e8, 'LMD.3014', at(locker.id, 'LOCKER_POINT')),
          ...parcel.events.toReversed(),
        ],
      })),
  });
  const described = await read(number);
  expect(described).toMatchObject({
    state: 'on_its_way',
    destination: { id: shop.id, summary: { id: shop.id } },
  });
  const codes = described.events.map(({ code }) => code);
  expect([codes[0], ...codes.slice(-2)]).toEqual(['CRE.1001', 'LMD.3014', 'LMD.3013']);
  const times = described.events.map(({ time }) => Date.parse(time));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

it('a redirected parcel leads to the platform’s new destination', async () => {
  const number = await ship('Redirected');
  await advance(60);
  const [tracked] = (await carrier.track(number)).parcels;
  const place = tracked!.events.find(({ eventCode }) => eventCode === 'LMD.3001')!.location!;
  expect(place['id']).not.toBe(carrier.locker.id);
  expect(await startApp().read(number)).toMatchObject({ destination: { id: place['id'] } });
});

it.each([
  ['LMD.9999', 'problem'],
  ['EOL.1999', 'delivered'],
  ['NEW.0001', 'registered'],
])('an event of the unknown code %s is described by its group', async (eventCode, state) => {
  const later = { eventTimestamp: new Date(Date.now() + 9e8).toISOString(), eventCode, location: null };
  const { read } = startApp({
    onTheWay: (parcels) => parcels.map((parcel) => ({ ...parcel, events: [later, ...parcel.events] })),
  });
  const described = await read(await ship());
  expect(described.state).toBe(state);
  expect(described.events.at(-1)).toMatchObject({
    code: eventCode,
    group: state === 'registered' ? null : state,
  });
});

it('an unreadable parcel doesn’t affect the nine others of its call', async () => {
  const numbers = await Promise.all(Array.from({ length: 3 }, () => ship()));
  const { readAll } = startApp({
    onTheWay: (parcels) =>
      parcels.map((parcel) => (parcel.trackingNumber === numbers[1] ? { events: [] } : parcel)),
  });
  expect((await readAll(...numbers)).map(({ status }) => status)).toEqual(['found', 'unavailable', 'found']);
});

it.each([
  [[{ kind: 'answer', status: 200, as: 'html', routes: ['tracking'] }], 502],
  [[{ kind: 'answer', status: 502, as: 'html', routes: ['tracking'] }], 503],
  [[{ kind: 'answer', status: 429, as: 'json', routes: ['tracking'], headers: { 'Retry-After': '7' } }], 503],
  [[{ kind: 'answer', status: 403, as: 'json', routes: ['tracking'] }], 503],
  [[{ kind: 'token-answer', overrides: { scope: 'api:points:read' } }], 503],
  [[{ kind: 'redirect', routes: ['tracking'] }], 502],
  [[{ kind: 'close', routes: ['tracking'] }], 503],
  [[{ kind: 'truncate', routes: ['tracking'] }], 502],
])('a fault like %j has the status %d, and no number in the log', async (faults, status) => {
  const { request, logs } = startApp();
  const number = await ship();
  await switchFaults(carrier.sandbox, faults);
  for (const path of [`/api/parcels/${number}`, `/api/parcels?numbers=${number}`])
    expect((await request(path)).status).toBe(status);
  expect(logs).toHaveLength(2);
  expect(JSON.stringify(logs)).not.toContain(number);
});

it('an app token that was revoked is requested again', async () => {
  const { read } = startApp();
  const [first, second] = [await ship(), await ship()];
  await read(first);
  await carrier.control('POST', 'expire-tokens');
  expect(await read(second)).toMatchObject({ status: 'found' });
});
