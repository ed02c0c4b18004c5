import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '#platform/client.ts';
import { AppError } from '#platform/errors.ts';
import { OPERATIONS } from '#platform/operations.ts';
import type { Shipment } from '#platform/shipping.ts';
import { eventsOf } from '#platform/tracking.ts';
import { stateOfParcel } from '#platform/parcel-state.ts';
import { readWebhook } from '#platform/webhook.ts';
import { makePickup, makeReturn, makeShipment } from '../../sandbox/carrier-client.ts';
import { openPlatform } from '../../unit/platform/open-platform.ts';
import { damage, hostileValues, spoil, words } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const SHIPMENT = makeShipment('PL_TST01X') as unknown as Shipment;
const EVENT = {
  eventTimestamp: '2026-11-20T07:15:04.120+01:00',
  eventCode: 'LMD.1005',
  status: null,
  eventId: '0b5e7c1e-1a2b-4c3d-8e4f-5a6b7c8d9e0f#LMD.1005',
  location: { id: 'PL_TST01X', type: 'LOCKER_POINT', city: 'Testowo' },
};

/** The platform's answers for each product, and calls that read them. */
const PRODUCTS: Readonly<
  Record<
    string,
    { sound: Record<string, unknown>; calls: readonly ((platform: Platform) => Promise<unknown>)[] }
  >
> = {
  location: {
    sound: {
      count: 1,
      page: 1,
      perPage: 25,
      totalPages: 1,
      items: [{ id: 'PL_A', coordinates: { latitude: 52, longitude: 21 } }],
    },
    calls: [
      ({ points }) => points.get('PL_A'),
      ({ points }) => points.near({ latitude: 52, longitude: 21 }),
      ({ points }) => points.list().next(),
    ],
  },
  shipping: {
    sound: { trackingNumber: '690000000000000000001042', parcels: [], routing: null },
    calls: [
      ({ shipments }) => shipments.create('o', SHIPMENT),
      ({ shipments }) => shipments.get('o', '6900'),
      ({ shipments }) => shipments.label('o', '6900', 'pdf-a6'),
      ({ shipments }) => shipments.label('o', '6900', 'zpl-203'),
    ],
  },
  tracking: {
    sound: { parcels: [{ trackingNumber: '6900', status: null, events: [EVENT] }] },
    calls: [
      async ({ tracking }) => {
        for await (const parcel of tracking.get(['6900'])) return stateOfParcel(eventsOf(parcel));
      },
    ],
  },
  returns: {
    sound: {
      id: 'r',
      expirationDate: '2026-12-20T12:00:00Z',
      parcels: [{ trackingNumber: '7', dropOffCode: '004' }],
    },
    calls: [
      ({ returns }) => returns.create('o', makeReturn() as never),
      ({ returns }) => returns.get('o', 'r'),
      ({ returns }) => returns.label('o', '7'),
    ],
  },
  pickups: {
    sound: { id: 'p', status: 'CREATED', items: [], totalPages: 1, cutoffTime: '13:00:00' },
    calls: [
      ({ pickups }) => pickups.create('o', makePickup(Date.parse('2026-11-26T10:00:00Z')) as never),
      ({ pickups }) => pickups.list('o'),
      ({ pickups }) => pickups.get('o', 'p'),
      ({ pickups }) => pickups.cancel('o', 'p'),
      ({ pickups }) => pickups.cutoff('00-950', 'PL'),
    ],
  },
};

const HTML = '<!doctype html><title>down</title><script>globalThis.hit=1</script>';
const answersLike = (sound: Record<string, unknown>) =>
  fc.record({
    status: fc.constantFrom(
      ...[200, 200, 200, 201, 202, 301, 400, 401, 403, 404, 406, 409, 422, 422, 429, 500, 503],
    ),
    type: fc.constantFrom(
      ...words(`application/json application/problem+json application/pdf+json application/pdf;format=A6
        text/html text/zpl image/png nonsense`),
    ),
    body: fc.oneof(
      { weight: 4, arbitrary: spoil(sound) },
      { weight: 2, arbitrary: damage(JSON.stringify(sound)) },
      { weight: 2, arbitrary: hostileValues },
      spoil({ type: 'about:blank', title: 'no', status: 422, errors: { 'recipient.phone': ['required'] } }),
      spoil({ label: { content: 'JVBERi0xLjcK' } }),
      fc.constantFrom('', HTML, '%PDF-1.7', '^XA^XZ', '['.repeat(100_000), `{"a":${'1'.repeat(50_000)}}`),
    ),
  });

/** @returns the call's answer or its error, which must be one of the product's */
async function outcomeOf(call: () => Promise<unknown>): Promise<'answered' | 'refused'> {
  try {
    await call();
    return 'answered';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message).not.toContain('globalThis');
    expect(JSON.stringify(error.problems)).not.toContain('globalThis');
    return 'refused';
  }
}

const open = (answer: () => Response) => openPlatform([answer], { retries: 0 });

describe('Fuzzing: answers to the platform client', PATIENCE, () => {
  it.each(Object.entries(PRODUCTS))(
    'hostile answers of %s are read or refused, nothing else',
    async (product, of) => {
      const counts = { answered: 0, refused: 0 };
      const input = fc.record({ answer: answersLike(of.sound), call: fc.constantFrom(...of.calls) });
      await sendThrough(`answers of ${product}`, input, async ({ answer: { status, type, body }, call }) => {
        const { platform } = open(() => new Response(body, { status, headers: { 'content-type': type } }));
        counts[await outcomeOf(() => call(platform))]++;
      });
      expect(Math.min(counts.answered, counts.refused)).toBeGreaterThan(INPUTS / 200);
    },
  );

  it.each(Object.entries(PRODUCTS))('endless answers of %s are cut off', async (_, { calls }) => {
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            controller.enqueue(new Uint8Array(1_000_000).fill(32));
            sent++;
          },
        },
        { highWaterMark: 0 },
      );
    const headers = { 'content-type': 'application/json' };
    for (const call of calls)
      expect(await outcomeOf(() => call(open(() => new Response(endless(), { headers })).platform))).toBe(
        'refused',
      );
    expect(sent).toBeLessThanOrEqual(10 * calls.length);
  });

  it('every operation is covered', () => {
    const products = new Set(Object.values(OPERATIONS).map(({ product }) => product));
    expect(new Set(Object.keys(PRODUCTS))).toEqual(products);
  });
});

describe('Fuzzing: input of the platform client', PATIENCE, () => {
  it('a hostile body is sent unchanged, or refused by field; nothing is lost or added', async () => {
    const counts = { answered: 0, refused: 0 };
    const body = spoil(SHIPMENT);
    await sendThrough('bodies', body, async (text) => {
      const shipment = JSON.parse(text) as Shipment;
      const { platform, requests } = open(() => Response.json({ trackingNumber: '7' }));
      const outcome = await outcomeOf(() => platform.shipments.create('o', shipment));
      counts[outcome]++;
      expect(requests[0]?.body).toBe(outcome === 'answered' ? JSON.stringify(shipment) : undefined);
    });
    expect(Math.min(counts.answered, counts.refused)).toBeGreaterThan(INPUTS / 50);
  });

  it('a hostile tracking number or organization stays in its place', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('', '.', '..', '../..', '%2e%2e', '?x=1', '#', '\ud800', '\r\nx: 1', 'a'.repeat(5_000)),
    );
    await sendThrough('numbers', fc.tuple(texts, texts), async ([organization, number]) => {
      const { platform, requests } = open(() => Response.json({ parcels: [], trackingNumber: '1' }));
      await outcomeOf(() => platform.shipments.get(organization, number));
      await outcomeOf(() => platform.tracking.get([number]).next());
      for (const { url } of requests) {
        const { origin, pathname, hash } = new URL(url);
        expect(origin).toBe('https://api.example');
        expect(pathname).toMatch(
          /^\/(shipping\/v2\/organizations\/[^/]+\/shipments\/[^/]+|tracking\/v1\/parcels)$/,
        );
        expect(hash).toBe('');
      }
    });
  });
});

describe('Fuzzing: pushed events', PATIENCE, () => {
  const SECRET = 'secret';
  const sign = (body: Uint8Array, secret = SECRET) =>
    createHmac('sha256', secret).update(body).digest('base64');
  const push = (body: Uint8Array<ArrayBuffer>, signature: string) =>
    new Request('https://shop.example', {
      method: 'POST',
      body,
      headers: { 'x-carrier-signature': signature },
    });
  const event = {
    trackingNumber: '6900',
    eventId: 'u#LMD.1005',
    eventCode: 'LMD.1005',
    timestamp: '2026-11-20T07:15:04Z',
  };

  it('signed events are read or refused, and any change of a byte or of the key is refused', async () => {
    const counts = { answered: 0, refused: 0 };
    const input = fc.record({
      text: fc.oneof(spoil(event), damage(JSON.stringify(event)), hostileValues),
      at: fc.nat(),
      bit: fc.nat(7),
    });
    await sendThrough('events', input, async ({ text, at, bit }) => {
      const body = new TextEncoder().encode(text);
      const keys = [{ secret: 'older' }, { secret: SECRET }];
      const signature = sign(body);
      counts[await outcomeOf(() => readWebhook(push(body, signature), { keys }))]++;
      const changed = body.map((byte, index) => (index === at % body.length ? byte ^ (1 << bit) : byte));
      const refused = { code: 'unauthorized' };
      if (body.length > 0)
        await expect(readWebhook(push(changed, signature), { keys })).rejects.toMatchObject(refused);
      const foreign = push(body, sign(body, 'another'));
      await expect(readWebhook(foreign, { keys })).rejects.toMatchObject(refused);
    });
    expect(Math.min(counts.answered, counts.refused)).toBeGreaterThan(INPUTS / 50);
  });
});
