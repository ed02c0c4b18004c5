import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Platform } from '#platform/client.ts';
import { AppError } from '#platform/errors.ts';
import { OPERATIONS } from '#platform/operations.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { Pickup } from '#platform/pickups.ts';
import type { Shipment } from '#platform/shipping.ts';
import { makePickup, makeShipment } from '../../sandbox/carrier-client.ts';
import { failureOf } from '../failure-of.ts';
import { passTime } from '../pass-time.ts';
import { openPlatform as open, type ReceivedRequest } from './open-platform.ts';

const SHIPMENT = makeShipment('PL_TST01X') as unknown as Shipment;
const PICKUP = makePickup(Date.parse('2026-11-26T10:00:00Z')) as unknown as Pickup;
const { sender: ida } = SHIPMENT;

const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status });
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
const lost = () => Promise.reject(new TypeError('fetch failed'));
/** Doesn't wait, so that tests are fast. */
const busy = () => new Response(null, { status: 429, headers: { 'retry-after': '0' } });
const down = () => new Response(null, { status: 503, headers: { 'retry-after': '0' } });

afterEach(() => void vi.useRealTimers());

describe('Calls', () => {
  it('a call goes to its path with query, body and token', async () => {
    const { platform, requests, lines } = open([
      json({
        parcels: [],
        items: [],
        id: 'x',
        trackingNumber: '1',
        coordinates: { latitude: 52, longitude: 21 },
      }),
    ]);
    await platform.points.get('PL_1');
    await platform.shipments.create('o 1', SHIPMENT);
    await platform.shipments.get('o', '6900');
    await platform.returns.create('o', { sender: ida });
    await platform.returns.get('o', 'r');
    await platform.pickups.create('o', PICKUP);
    await platform.pickups.list('o', 2);
    await platform.pickups.get('o', 'p');
    await platform.pickups.cancel('o', 'p');
    await platform.pickups.cutoff('00-950', 'PL');
    expect(lines()).toEqual([
      'GET https://api.example/location/v1/points/PL_1',
      'POST https://api.example/shipping/v2/organizations/o%201/shipments',
      'GET https://api.example/shipping/v2/organizations/o/shipments/6900',
      'POST https://api.example/returns/v1/organizations/o/shipments',
      'GET https://api.example/returns/v1/organizations/o/shipments/r',
      'POST https://api.example/pickups/v1/organizations/o/one-time-pickups',
      'GET https://api.example/pickups/v1/organizations/o/one-time-pickups?page=2',
      'GET https://api.example/pickups/v1/organizations/o/one-time-pickups/p',
      'PUT https://api.example/pickups/v1/organizations/o/one-time-pickups/p/cancel',
      'GET https://api.example/pickups/v1/cutoff-time?postalCode=00-950&countryCode=PL',
    ]);
    expect(JSON.parse(requests[1]!.body!)).toEqual(SHIPMENT);
    for (const { headers } of requests) expect(headers.get('authorization')).toBe('Bearer t-1');
    expect(requests[0]!.body).toBeUndefined();
  });

  it('a call goes to the host of its product', async () => {
    const { platform, lines } = open([json({ id: 'p' })], {
      baseUrl: (product) => `https://${product}.example`,
    });
    await platform.pickups.get('o', 'p');
    expect(lines()).toEqual(['GET https://pickups.example/pickups/v1/organizations/o/one-time-pickups/p']);
  });

  it('a search for near points sends position, distance and limit', async () => {
    const { platform, lines } = open([json({ count: 0, page: 1, perPage: 25, totalPages: 0, items: [] })]);
    await platform.points.near({ latitude: 52.2, longitude: 21 }, { limit: 3 });
    expect(lines()).toEqual([
      'GET https://api.example/location/v1/points/search-by-location?relativePoint=52.2%2C21&maxDistance=10000&limit=3',
    ]);
  });

  it('a search for near points returns those with a usable position, with distances', async () => {
    const near = { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 }, distance: 120 };
    const items = [near, { id: 'PL_2' }, { ...near, coordinates: { latitude: 0, longitude: 0 } }, null];
    const { platform } = open([json({ count: 4, page: 1, perPage: 25, totalPages: 1, items })]);
    const { data } = await platform.points.near({ latitude: 52, longitude: 21 });
    expect(data).toMatchObject({ count: 4, items: [near] });
    expect(data.items).toHaveLength(1);
  });

  it('any operation can be called, and a redirect that a browser hides is reported', async () => {
    const near = [['relativePostCode', '00-950']] as const;
    const { platform, lines } = open([json({ count: 0, page: 1, perPage: 25, totalPages: 0, items: [] })]);
    await platform.call(OPERATIONS.nearPoints, { query: near });
    await platform.points.page(3, 25);
    expect(lines()).toEqual([
      'GET https://api.example/location/v1/points/search-by-location?relativePostCode=00-950',
      'GET https://api.example/location/v1/points?page=3&perPage=25',
    ]);
    const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const moved = open([() => hidden]).platform.call(OPERATIONS.getPoint, { values: { pointId: 'PL_1' } });
    await expect(moved).rejects.toMatchObject({ code: 'redirected' });
  });

  it('a guard sees each operation first, and what it refuses isn’t sent', async () => {
    const { platform, requests } = open([json({})], {
      guard: ({ scope }) => {
        throw new AppError('scope_missing', scope);
      },
    });
    const refused = { code: 'scope_missing', message: 'api:shipments:write' };
    // Before the body is checked.
    await expect(platform.shipments.create('o', {} as Shipment)).rejects.toMatchObject(refused);
    await expect(collect(platform.points.list())).rejects.toMatchObject({ message: 'api:points:read' });
    await expect(platform.returns.label('o', '69')).rejects.toMatchObject({ message: 'api:returns:read' });
    expect(requests).toEqual([]);
  });

  it('a call is repeated once with a new token after a 401', async () => {
    const refused = () => new Response(null, { status: 401 });
    const { platform, requests } = open([refused]);
    await expect(platform.shipments.create('o', SHIPMENT)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t-1', 'Bearer t-2']);
  });

  it('unknown fields and values are preserved', async () => {
    const answer = { trackingNumber: '1', later: { new: true } };
    const { platform } = open([json(answer, 201)]);
    expect((await platform.shipments.create('o', SHIPMENT)).data).toEqual(answer);
  });
});

describe('Shipments', () => {
  const idsOf = (requests: readonly ReceivedRequest[]) =>
    requests.map(({ headers }) => headers.get('x-deduplication-id'));

  it('a shipment is retried with the same id after a lost answer, and created once', async () => {
    const { platform, requests } = open([down, lost, json({ trackingNumber: '7' }, 201)]);
    const { data } = await platform.shipments.create('o', SHIPMENT);
    expect(data?.trackingNumber).toBe('7');
    expect(idsOf(requests)).toEqual([idsOf(requests)[0], idsOf(requests)[0], idsOf(requests)[0]]);
    expect(idsOf(requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('the caller’s id is sent in the configured header', async () => {
    const { platform, requests } = open([json({ trackingNumber: '7' })], { deduplicationHeader: 'X-Once' });
    await platform.shipments.create('o', SHIPMENT, { deduplicationId: 'order-1042' });
    expect(requests[0]!.headers.get('x-once')).toBe('order-1042');
    expect(idsOf(requests)).toEqual([null]);
  });

  it('an unknown outcome is reported, isn’t retryable, and has the id for another try', async () => {
    vi.useFakeTimers();
    const half = () => new Response('{"trackingN', { status: 201 });
    const controller = new AbortController();
    const giveUp = () => {
      controller.abort();
      return half();
    };
    const { platform, requests } = open([half, giveUp]);
    const options = { deduplicationId: 'order-1042', signal: controller.signal };
    const error = await passTime(failureOf(platform.shipments.create('o', SHIPMENT, options)));
    expect(requests).toHaveLength(2);
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ retryable: false, deduplicationId: 'order-1042' });
  });

  it('a refused shipment has a known outcome and names its fields', async () => {
    const errors = { 'destination.pointId': ['not_found'], 'recipient.phone': 'required', 'x<b>': ['a'] };
    for (const status of [422, 400]) {
      const { platform, requests } = open([json({ title: 'Validation failed', errors }, status)]);
      const error = await failureOf(platform.shipments.create('o', SHIPMENT));
      expect(error).not.toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({
        code: 'rejected',
        status,
        fields: [
          { path: 'destination.pointId', codes: ['not_found'] },
          { path: 'recipient.phone', codes: ['required'] },
        ],
      });
      expect(requests).toHaveLength(1);
    }
  });

  it('an answer without a number leaves the outcome unknown, and the shipment can be sent again with its id', async () => {
    for (const answer of [
      json({}, 201),
      json({ trackingNumber: '' }),
      () => new Response(null, { status: 201 }),
    ]) {
      const { platform } = open([answer], { retries: 0 });
      const error = await failureOf(
        platform.shipments.create('o', SHIPMENT, { deduplicationId: 'order-1042' }),
      );
      expect(error).toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({ code: 'malformed', deduplicationId: 'order-1042' });
    }
  });

  it('a shipment is read with the number from the request; an empty answer is an error', async () => {
    const { platform } = open([json({ later: 1 })]);
    expect((await platform.shipments.get('o', '69')).data).toEqual({ later: 1, trackingNumber: '69' });
    const empty = open([() => new Response(null, { status: 200 })], { retries: 0 });
    await expect(empty.platform.shipments.get('o', '69')).rejects.toMatchObject({ code: 'malformed' });
  });

  it('an unknown field of a shipment is sent', async () => {
    const { platform, requests } = open([json({ trackingNumber: '7' })]);
    await platform.shipments.create('o', { ...SHIPMENT, later: { new: 1 } });
    expect(JSON.parse(requests[0]!.body!)).toMatchObject({ later: { new: 1 } });
  });
});

describe('Calls without a deduplication id', () => {
  it('such a call is retried only after a 429, because it wasn’t carried out', async () => {
    const { platform, requests } = open([busy, json({ id: 'p' })]);
    await platform.pickups.create('o', PICKUP);
    expect(requests).toHaveLength(2);
    for (const failure of [down, lost]) {
      const other = open([failure]);
      const error = await failureOf(other.platform.pickups.create('o', PICKUP));
      expect(error).toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({ deduplicationId: undefined, retryable: false });
      expect(other.requests).toHaveLength(1);
    }
  });
});

describe('Tracking', () => {
  it('ten numbers are looked up at a time, and known parcels come in their order', async () => {
    const numbers = Array.from({ length: 23 }, (_, at) => String(at));
    const { platform, requests } = open([
      ({ url }) => {
        const requested = new URL(url).searchParams.getAll('trackingNumbers');
        const parcels = requested.filter((number) => number !== '4').reverse();
        return Response.json({ parcels: parcels.map((trackingNumber) => ({ trackingNumber, events: [] })) });
      },
    ]);
    const found: string[] = [];
    for await (const { trackingNumber } of platform.tracking.get(numbers)) found.push(trackingNumber);
    expect(found).toEqual(numbers.filter((number) => number !== '4'));
    expect(requests).toHaveLength(3);
  });

  it('a parcel with invalid events isn’t dropped', async () => {
    const { platform } = open([json({ parcels: [{ trackingNumber: '1', events: 'none', status: null }] })]);
    for await (const parcel of platform.tracking.get(['1'])) expect(parcel.events).toEqual([]);
  });
});

describe('Points on which sources disagree', () => {
  it('weights and measures are numbers or texts', async () => {
    const { platform, requests } = open([json({ trackingNumber: '1', id: 'p' })], { amounts: 'text' });
    await platform.shipments.create('o', SHIPMENT);
    await platform.pickups.create('o', PICKUP);
    const [shipment, pickup] = requests.map(({ body }) => JSON.parse(body!) as Shipment & Pickup);
    expect(shipment!.parcels).toEqual([
      {
        type: 'STANDARD',
        dimensions: { length: '30', width: '20', height: '8', unit: 'CM' },
        weight: { amount: '1.2', unit: 'KG' },
      },
    ]);
    expect(shipment!.recipient).toEqual(SHIPMENT.recipient);
    expect(pickup!.volume).toEqual({ ...PICKUP.volume, totalWeight: { amount: '6.5', unit: 'KG' } });
  });

  it('a product’s version header is configurable', async () => {
    const { platform, requests } = open([json({ parcels: [], id: 'r' })], {
      headers: { tracking: { 'x-event-version': 'V1' } },
    });
    await collect(platform.tracking.get(['1']));
    await platform.returns.get('o', 'r');
    expect(requests.map(({ headers }) => headers.get('x-event-version'))).toEqual(['V1', null]);
  });

  it('after a 404 for several numbers, each is looked up separately', async () => {
    const { platform, requests } = open([
      ({ url }) => {
        const [number, ...others] = new URL(url).searchParams.getAll('trackingNumbers');
        if (others.length > 0 || number === '2') return new Response('{}', { status: 404 });
        return Response.json({ parcels: [{ trackingNumber: number, events: [] }] });
      },
    ]);
    const parcels = await collect(platform.tracking.get(['1', '2', '3']));
    expect(parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(['1', '3']);
    expect(requests).toHaveLength(4);
  });

  it('an outage of the platform is reported', async () => {
    const { platform } = open([down]);
    await expect(collect(platform.tracking.get(['1', '2']))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('Bodies', () => {
  it.each<[what: string, path: string, code: string, create: (platform: Platform) => Promise<unknown>]>([
    [
      'Shipments',
      'recipient.phone',
      'invalid',
      ({ shipments }) => shipments.create('o', { ...SHIPMENT, recipient: { ...ida, phone: 'call me' } }),
    ],
    [
      'a return',
      'sender.email',
      'invalid',
      ({ returns }) => returns.create('o', { sender: { ...ida, email: 'at home' } }),
    ],
    [
      'a pickup',
      'volume.totalVolume',
      'required',
      ({ pickups }) => pickups.create('o', { ...PICKUP, volume: { itemType: 'PALLET', count: 1 } }),
    ],
  ])('the body of %s isn’t sent if %s is %s', async (_, path, code, create) => {
    const { platform, requests } = open([json({ id: 'r' })]);
    await expect(create(platform)).rejects.toMatchObject({
      code: 'rejected',
      fields: [{ path, codes: [code] }],
      message: `It was not sent: ${path}: ${code}.`,
    });
    expect(requests).toEqual([]);
  });
});

describe('Labels', () => {
  const pdf = () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf;format=A6' } });

  it('a label is requested by its format and returned as bytes', async () => {
    const { platform, requests } = open([pdf]);
    const { data } = await platform.shipments.label('o', '6900');
    expect(requests[0]).toMatchObject({
      url: 'https://api.example/shipping/v2/organizations/o/shipments/6900/label',
    });
    expect(requests[0]!.headers.get('accept')).toBe('application/pdf;format=A6');
    expect(new TextDecoder().decode(data.bytes)).toBe('%PDF-1.7');
    await platform.returns.label('o', '6900');
    expect(requests[1]!.headers.get('accept')).toBe('application/pdf;format=A4');
  });

  it('the bytes of a label aren’t scanned as JSON', async () => {
    const text = `%PDF-1.7 ${'['.repeat(40)}`;
    const { platform } = open([
      () => new Response(text, { headers: { 'content-type': 'application/pdf;format=A6' } }),
    ]);
    const { data } = await platform.shipments.label('o', '6900');
    expect(new TextDecoder().decode(data.bytes)).toBe(text);
  });

  it('anything but a label is malformed', async () => {
    vi.useFakeTimers();
    const { platform } = open([json({ label: {} })]);
    const asking = passTime(platform.shipments.label('o', '6900', 'zpl-203'));
    await expect(asking).rejects.toMatchObject({ code: 'malformed' });
  });
});
