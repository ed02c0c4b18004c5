import { afterAll, describe, expect, it } from 'vitest';
import { stateOfEvent, stateOfParcel } from '#platform/parcel-state.ts';
import { eventsOf } from '#platform/tracking.ts';
import { ADDRESS, RECIPIENT, startCarrier } from './carrier-client.ts';

const carrier = await startCarrier();
afterAll(() => carrier.close());

/** Creates a parcel, advances the clock, and returns the tracked parcel. */
async function shipAndAdvance(changes: Record<string, unknown>, hours: number) {
  const number = await carrier.ship(changes);
  await carrier.control('POST', 'clock/advance', { hours });
  const { parcels } = await carrier.track(number);
  return parcels[0]!;
}

const codesOf = ({ events }: { events: { eventCode: string }[] }) => events.map(({ eventCode }) => eventCode);
const named = (lastName: string) => ({ recipient: { ...RECIPIENT, lastName } });
const START = ['CRE.1001', 'FMD.1002', 'MMD.1001', 'MMD.1003'];
const ON = ['MMD.1001', 'LMD.1001'];
const BACK = ['RTS.1001', 'RTS.1002'];

describe('Life of a parcel', () => {
  it('from its creation to a locker, a shop or a door', async () => {
    expect(codesOf(await shipAndAdvance({}, 100))).toEqual([...START, ...ON, 'LMD.1005', 'EOL.1002']);
    const shop = { destination: { countryCode: 'PL', pointId: carrier.shop.id } };
    expect(codesOf(await shipAndAdvance(shop, 100))).toEqual([...START, ...ON, 'LMD.1004', 'EOL.1002']);
    expect(codesOf(await shipAndAdvance({ destination: ADDRESS }, 100))).toEqual([
      ...START,
      ...ON,
      'EOL.1001',
    ]);
  });

  it('starts as it was handed in', async () => {
    for (const [shippingMethod, code] of [
      ['APM', 'FMD.1005'],
      ['PUDO', 'FMD.1004'],
      ['ANY_POINT', 'FMD.1004'],
    ]) {
      const parcel = await shipAndAdvance({ origin: { countryCode: 'PL', shippingMethod } }, 10);
      expect(codesOf(parcel)).toContain(code);
    }
  });

  it('tracking shows only past events', async () => {
    const number = await carrier.ship();
    const seen: number[] = [];
    for (let step = 0; step < 6; step++) {
      const { parcels } = await carrier.track(number);
      seen.push(parcels[0]!.events.length);
      await carrier.control('POST', 'clock/advance', { hours: 12 });
    }
    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBe(8);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBeGreaterThan(3);
  });

  it.each([
    ['Refused', [...START, ...ON, 'LMD.1005', 'LMD.9006', ...BACK], 'returned'],
    ['Expired', [...START, ...ON, 'LMD.1005', 'LMD.9001', 'LMD.9002', ...BACK], 'returned'],
    ['Redirected', [...START, ...ON, 'LMD.3001', 'LMD.1005', 'EOL.1002'], 'delivered'],
    ['Lost', [...START, 'EOL.9001'], 'problem'],
    ['Returned', [...START, ...ON, 'LMD.1005', 'LMD.9014', ...BACK], 'returned'],
    ['Customs', [...START, 'CC.001', 'CC.003', 'CC.002', ...ON, 'LMD.1005', 'EOL.1002'], 'delivered'],
    ['Damaged', [...START, 'MMD.1001', 'EOL.9002'], 'problem'],
  ])('goes wrong for the last name %s, in upper or lower case', async (lastName, codes, state) => {
    for (const name of [lastName, ` ${lastName.toUpperCase()} `]) {
      const parcel = await shipAndAdvance(named(name), 200);
      expect(codesOf(parcel)).toEqual(codes);
      expect(stateOfParcel(eventsOf(parcel))).toBe(state);
    }
  });

  it.each([
    ['Refused', ['LMD.9006', ...BACK]],
    ['Expired', ['LMD.9017', 'LMD.9013', 'LMD.9002', ...BACK]],
    ['Redirected', ['LMD.3006', 'EOL.1001']],
    ['Returned', ['LMD.9017', 'LMD.9017', 'LMD.9005', ...BACK]],
  ])('goes wrong at the door for the last name %s', async (lastName, codes) => {
    const parcel = await shipAndAdvance({ ...named(lastName), destination: ADDRESS }, 200);
    expect(codesOf(parcel)).toEqual([...START, ...ON, ...codes]);
  });

  it('every event has a state for shoppers', async () => {
    for (const name of ['Lis', 'Refused', 'Expired', 'Redirected', 'Lost', 'Returned', 'Customs', 'Damaged'])
      for (const code of codesOf(await shipAndAdvance(named(name), 200)))
        expect(stateOfEvent(code)).not.toBeNull();
  });

  it('runs at the set speed without control requests', async () => {
    const quick = await startCarrier({ SANDBOX_DAY_SECONDS: '1' });
    const number = await quick.ship();
    await expect.poll(async () => (await quick.track(number)).parcels[0]!.events.length).toBe(8);
    const { events } = (await quick.track(number)).parcels[0]!;
    for (const { eventTimestamp } of events)
      expect(Math.abs(Date.parse(eventTimestamp) - Date.now())).toBeLessThan(60_000);
    await quick.close();
  });
});

describe('Clock endpoint', () => {
  it('reads and sets the clock, and refuses invalid values', async () => {
    const shown = await carrier.control('GET', 'clock');
    expect(shown).toMatchObject({ status: 200, daySeconds: 0 });
    const { now } = shown as unknown as { now: string };
    const later = await carrier.control('POST', 'clock/advance', { hours: 1.5 });
    expect(Date.parse((later as unknown as { now: string }).now) - Date.parse(now)).toBe(1.5 * 3_600_000);
    expect(await carrier.control('PUT', 'clock', { daySeconds: 60 })).toMatchObject({ daySeconds: 60 });
    expect(await carrier.control('PUT', 'clock', { daySeconds: 0 })).toMatchObject({ daySeconds: 0 });
    for (const [method, name, body] of [
      ['PUT', 'clock', { daySeconds: -1 }],
      ['PUT', 'clock', { daySeconds: 86_401 }],
      ['PUT', 'clock', {}],
      ['POST', 'clock/advance', { hours: -1 }],
      ['POST', 'clock/advance', {}],
    ] as const)
      expect((await carrier.control(method, name, body)).status).toBe(400);
  });
});
