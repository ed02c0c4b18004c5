import { afterAll, describe, expect, it } from 'vitest';
import { orderPickup, type OrderedPickup } from '../../sandbox/carrier/order-pickup.ts';
import { checkPickup } from '../../sandbox/carrier/pickup-rules.ts';
import type { Problem } from '../../sandbox/reply.ts';
import type { Pickup } from '#platform/pickups.ts';
import { ADDRESS, makePickup, PICKUPS, startCarrier, like } from './carrier-client.ts';
import type { Json } from './sandbox-client.ts';

const carrier = await startCarrier();
afterAll(() => carrier.close());

/** Wednesday, 10:00 in Poland. */
const NOW = Date.parse('2026-11-25T09:00:00Z');
const HOUR = 3_600_000;

/** Returns the errors of an order; empty if it is valid. */
function errorsOf(received: Json, nowMs = NOW, others: Parameters<typeof checkPickup>[2] = []): unknown {
  try {
    checkPickup(received, nowMs, others);
    return {};
  } catch (problem) {
    expect((problem as Problem).status).toBe(422);
    return (problem as Problem).errors;
  }
}

const at = (from: string, to: string) => makePickup(0, { pickupTime: { from, to } });

describe('Pickup', () => {
  it('can be ordered for today, and up to seven days ahead', () => {
    expect(errorsOf(at('2026-11-25T12:00:00+01:00', '2026-11-25T14:00:00+01:00'))).toEqual({});
    expect(errorsOf(makePickup(NOW + 7 * 24 * HOUR))).toEqual({});
    expect(errorsOf(makePickup(NOW + 7 * 24 * HOUR + 60_000))).toEqual({ 'pickupTime.from': ['too_big'] });
  });

  it.each<[string, Json, Json]>([
    [
      'another country',
      { address: { ...ADDRESS, countryCode: 'DE' } },
      { 'address.countryCode': ['invalid'] },
    ],
    [
      'a phone in one text',
      { contactPerson: { firstName: 'A', lastName: 'B', email: 'c@d', phone: '+48500' } },
      { 'contactPerson.phone': ['invalid'] },
    ],
    ['no weight', { volume: { itemType: 'PARCEL', count: 1 } }, { 'volume.totalWeight': ['required'] }],
    [
      'no volume of pallets',
      { volume: { itemType: 'PALLET', count: 1 } },
      { 'volume.totalVolume': ['required'] },
    ],
    [
      'no parcels',
      { volume: { itemType: 'PARCEL', count: 0, totalWeight: { amount: 1, unit: 'KG' } } },
      { 'volume.count': ['too_small'] },
    ],
    ['no time', { pickupTime: undefined }, { pickupTime: ['required'] }],
  ])('is refused for %s', (_what, changes, errors) => {
    expect(errorsOf(makePickup(NOW + 24 * HOUR, changes))).toEqual(errors);
  });

  it.each<[string, string, string, Json]>([
    [
      'a time that is past',
      '2026-11-25T09:59:00+01:00',
      '2026-11-25T12:00:00+01:00',
      { 'pickupTime.from': ['too_small'] },
    ],
    [
      'less than two hours',
      '2026-11-26T10:00:00+01:00',
      '2026-11-26T11:59:00+01:00',
      { 'pickupTime.to': ['too_small'] },
    ],
    ['two days', '2026-11-26T22:00:00+01:00', '2026-11-27T00:30:00+01:00', { 'pickupTime.to': ['too_big'] }],
    [
      'a start after the cut-off today',
      '2026-11-25T13:01:00+01:00',
      '2026-11-25T16:00:00+01:00',
      { 'pickupTime.from': ['too_small'] },
    ],
  ])('is refused for %s', (_what, from, to, errors) => {
    expect(errorsOf(at(from, to))).toEqual(errors);
  });

  it('can’t be ordered for today after 13:00 in Poland, in summer and winter', () => {
    const today = (day: string, offset: string) => at(`${day}T13:00:00${offset}`, `${day}T16:00:00${offset}`);
    for (const [day, offset] of [
      ['2026-11-25', '+01:00'],
      ['2026-07-15', '+02:00'],
    ] as const) {
      const cutoff = Date.parse(`${day}T13:00:00${offset}`);
      expect(errorsOf(today(day, offset), cutoff - 60_000)).toEqual({});
      expect(errorsOf(today(day, offset), cutoff)).toEqual({ 'pickupTime.from': ['too_small'] });
      expect(errorsOf(makePickup(cutoff + 24 * HOUR), cutoff)).toEqual({});
    }
  });

  it('a second one for the same place and time is refused, unless the first is cancelled', () => {
    const pickups: OrderedPickup[] = [];
    const order = makePickup(NOW + 24 * HOUR);
    const ordered = orderPickup({ seed: 1, pickups }, 'org-1', order as Pickup, NOW);
    expect(errorsOf(order, NOW, pickups)).toEqual({ pickupTime: ['invalid'] });
    const elsewhere = { ...order, address: { ...ADDRESS, locationDescription: 'Ramp 2' } };
    expect(errorsOf(elsewhere, NOW, pickups)).toEqual({});
    expect(errorsOf(makePickup(NOW + 25 * HOUR), NOW, pickups)).toEqual({});
    ordered.status = 'CANCELLED';
    expect(errorsOf(order, NOW, pickups)).toEqual({});
  });
});

describe('Pickups of an organization', () => {
  // 12:00 in Poland, the day after tomorrow, because in the last hour of a UTC day it is already tomorrow in Poland.
  const noon = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR + 59 * HOUR;

  const order = (fromMs: number, path = PICKUPS) =>
    carrier.request('POST', path, makePickup(fromMs)) as unknown as Promise<Json & { id: string }>;
  const list = async (query = '') =>
    (await carrier.request('GET', PICKUPS + query)) as unknown as Json & { items: Json[] };

  it('can be ordered, read, listed in pages from 0, and cancelled', async () => {
    const ordered: string[] = [];
    for (let minute = 0; minute < 25; minute++) ordered.push((await order(noon + minute * 60_000)).id);
    expect(new Set(ordered).size).toBe(25);
    const first = await list();
    expect(first).toMatchObject({ page: 0, perPage: 20, count: 25, totalPages: 2 });
    const second = await list('?page=1');
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ordered);
    expect((await list('?page=2&size=10')).items).toHaveLength(5);
    const latest = await list('?size=1&sort=pickupTime.from,desc');
    expect(latest.items[0]).toMatchObject({ id: ordered[24], status: 'CREATED' });

    const path = `${PICKUPS}/${ordered[3]}`;
    expect((await carrier.send('GET', path)).status).toBe(200);
    const cancelled = await carrier.request('PUT', `${path}/cancel`);
    expect(await carrier.request('PUT', `${path}/cancel`)).toEqual(cancelled);
    expect((await list()).items[3]).toMatchObject({ id: ordered[3], status: 'CANCELLED' });
    expect((await list('?sort=status,asc&size=1')).items[0]).toMatchObject({ id: ordered[3] });
  });

  it('have the carrier’s reference, but not the contact person', async () => {
    const created = await order(noon + HOUR);
    expect(created).toMatchObject({
      status: 'CREATED',
      carrierReference: { carrier: 'sandbox', trackingNumber: like(/^\d{6}$/) },
      pickupTime: { from: new Date(noon + HOUR).toISOString() },
    });
    expect(JSON.stringify(created)).not.toContain('Brzoza');
    expect((await carrier.send('POST', PICKUPS, makePickup(noon + HOUR))).status).toBe(422);
  });

  it('hidden from other organizations', async () => {
    const { id } = await order(noon + 2 * HOUR);
    const other = PICKUPS.replace('org-1', 'org-2');
    expect((await carrier.send('GET', `${other}/${id}`)).status).toBe(404);
    expect((await carrier.send('PUT', `${other}/${id}/cancel`)).status).toBe(404);
    expect(await carrier.request('GET', other)).toMatchObject({ count: 0, items: [] });
    expect((await carrier.send('POST', other, makePickup(noon + 2 * HOUR))).status).toBe(201);
  });

  it('have a cut-off time', async () => {
    const cutoff = (query: string) => carrier.request('GET', `/pickups/v1/cutoff-time?${query}`);
    expect(await cutoff('postalCode=00-950&countryCode=PL')).toEqual({
      status: 200,
      postalCode: '00-950',
      cutoffTime: '13:00:00',
    });
    expect(await cutoff('countryCode=DE')).toMatchObject({
      status: 422,
      errors: { postalCode: ['required'], countryCode: ['invalid'] },
    });
    expect(await cutoff('postalCode=x&countryCode=PL')).toMatchObject({
      errors: { postalCode: ['invalid'] },
    });
  });

  it('other methods are answered with the allowed ones', async () => {
    const answer = await carrier.send('PUT', PICKUPS);
    expect([answer.status, answer.headers.get('allow')?.split(', ').sort()]).toEqual([405, ['GET', 'POST']]);
  });
});
