import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { readPointLink, writePointChoice } from '#platform/point-link.ts';
import { readWebhook } from '#platform/webhook.ts';
import { createDroppoint, createPointLink, readPointChoice } from '../../packages/shop/shop.ts';
import { compileLines, snippet } from '../guide-snippets.ts';
import { listen } from '../processes.ts';
import { makeGrid } from '../unit/network/open-test-snapshot.ts';
import { publish } from '../unit/network/publish-in-memory.ts';
import {
  acpError,
  acpPickupOption,
  applePayRequest,
  googlePayRequest,
  payPalOrder,
  ucpError,
  ucpPickupMethod,
} from './checkout-shapes.ts';
import { serveNetwork } from './serve-network.ts';
import type { NearbyPoint } from '#contract/nearby-point.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';

const run = promisify(execFile);
const KNOWN = {
  name: 'Locker at the mill',
  address: { street: 'Mglista', buildingNumber: '7', city: 'Testowo', postalCode: '00-950' },
};
const ITEMS = makeGrid(6).map((item) => (item.country === 'PL' ? { ...item, ...KNOWN } : item));
const OWN = ITEMS.find(({ country }) => country === 'PL')!.id;
const FOREIGN = ITEMS.find(({ country }) => country === 'FR')!.id;

interface PickupPoint {
  id: string;
  lines: string[];
  latitude?: number;
  longitude?: number;
  isSure: boolean;
}
interface Order {
  id?: string;
  number?: string;
  isSent?: boolean;
  pointChosenAt?: string;
  language: string;
  pickupPoint?: PickupPoint;
  shippingAddress: Record<string, string>;
  isHeld?: boolean;
}
interface Refusal {
  reason: string;
  alternatives: NearbyPoint[];
}
type FindOrder = (id: string) => Promise<Order | undefined>;
interface Engine {
  choosePoint(order: Order, id: string): Promise<Refusal | null>;
  guardOrder(order: Order, isPaid: boolean): Promise<{ alternatives: NearbyPoint[] } | null>;
  recheckOrders(orders: Order[]): Promise<void>;
  linkToChoose(order: Order, expiresAt: Date): Promise<string>;
  takeChoice(result: string, find: FindOrder): Promise<{ isAccepted: boolean; why?: string; order?: Order }>;
  takeNotification(request: Request, find: FindOrder): Promise<Response>;
  findOffered(place: Record<string, string>, limit?: number): Promise<NearbyPoint[]>;
  toAcp(points: NearbyPoint[], cost: number): unknown[];
  toUcp(points: NearbyPoint[], cost: number, lineItemIds: string[]): object;
  refuseInAcp(session: object, refusal: Refusal): object;
  refuseInUcp(checkout: object, refusal: Refusal, at?: number): object;
  toApplePay(request: object, summary: PointSummary): object;
  toGooglePay(request: object, summary: PointSummary, price: string): object;
  toPayPal(order: object, summary: PointSummary, recipient: string): object;
  toVendure(summary: PointSummary, person: object): object;
  toMedusa(summary: PointSummary, person: object): object;
  toWooCommerce(summary: PointSummary, person: object): object;
}
const MADE_OF = {
  choosePoint: 'function choosePoint',
  guardOrder: 'function guardOrder',
  recheckOrders: 'function recheckOrders',
  linkToChoose: 'function takeChoice',
  takeChoice: 'function takeChoice',
  takeNotification: 'function takeChoice',
  findOffered: 'function findOffered',
  toAcp: 'function findOffered',
  toUcp: 'function findOffered',
  refuseInAcp: 'const describeRefusal',
  refuseInUcp: 'const describeRefusal',
  toApplePay: 'const toApplePay',
  toGooglePay: 'const toApplePay',
  toPayPal: 'const toApplePay',
  toVendure: 'const toVendure',
  toMedusa: 'const toVendure',
  toWooCommerce: 'const toVendure',
} satisfies Record<keyof Engine, string>;

const [release, hold] = [
  vi.fn<(order: Order, summary: PointSummary) => void>(),
  vi.fn<(order: Order, intendedId?: string) => void>(),
];

/** The guide's code, joined to one module that calls the Droppoint at an origin. */
function open(origin: string): Promise<Engine> {
  const code = [...new Set(Object.values(MADE_OF))]
    .map((holding) => snippet('js', holding))
    .join('\n')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll('https://points.example', origin);
  const lines = `${code}\nreturn { ${Object.keys(MADE_OF).join(', ')} };`;
  const parts = { createDroppoint, createPointLink, readPointChoice, readWebhook, release, hold };
  return compileLines<unknown[], Engine>(Object.keys(parts), lines)(...Object.values(parts));
}

const POINT_SECRETS = [
  'fern:the-newest-secret-0123456789abcdefgh',
  'fern:the-older-secret-0123456789abcdefghi',
];
vi.stubEnv('POINT_LINK_SECRETS', POINT_SECRETS.join(' '));

const places = [{ name: 'Warszawa', kind: 'city', count: 9, latitude: 52, longitude: 21 }];
const server = await serveNetwork(await publish(ITEMS, { places }));
const engine = await open(server.origin);
/** A Droppoint that is down, or something else in its place. */
const away = { status: 503, body: '{}' };
const awayServer = await listen((_, response) => response.writeHead(away.status).end(away.body));
const engineAlone = await open(awayServer.origin);
afterAll(() => Promise.all([server.close(), awayServer.close()]));
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  Object.assign(away, { status: 503, body: '{}' });
});

const makeOrder = (pickupPoint?: PickupPoint): Order => ({
  language: 'pl',
  shippingAddress: { firstName: 'Ewa', phone: '+48500000102', city: 'Domowo' },
  ...(pickupPoint && { pickupPoint }),
});
const stored = (id: string, isSure = true): PickupPoint => ({ id, lines: [], isSure });

describe('Guide for any shop engine', () => {
  it('point and address are set on the order, and the customer’s name stays', async () => {
    const order = makeOrder();
    expect(await engine.choosePoint(order, OWN)).toBeNull();
    expect(order.pickupPoint).toMatchObject({
      id: OWN,
      isSure: true,
      latitude: expect.any(Number) as number,
    });
    expect(order.pickupPoint!.lines).toContain('00-950 Testowo');
    expect(order.shippingAddress).toMatchObject({
      ...{ firstName: 'Ewa', phone: '+48500000102' },
      ...{ streetLine1: 'Mglista 7', postalCode: '00-950', city: 'Testowo', countryCode: 'PL' },
    });
  });

  it('a point is refused if the shop doesn’t deliver there, it has closed or never existed, in the order’s language', async () => {
    for (const [id, others] of [
      [FOREIGN, 5],
      ['PL_closed', 0],
      [OWN.toLowerCase(), 5],
      ['garbage <b>', 0],
    ] as const) {
      const order = makeOrder();
      const refusal = await engine.choosePoint(order, id);
      expect([id, refusal!.alternatives.length]).toEqual([id, others]);
      expect(refusal!.reason).toMatch(/\p{Script=Latin}/u);
      expect(order).toEqual(makeOrder());
    }
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await engine.choosePoint(makeOrder(), '')).toEqual({ reason: '', alternatives: [] });
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('no order is lost while Droppoint is down, and such orders are marked', async () => {
    const order = makeOrder();
    expect(await engineAlone.choosePoint(order, OWN)).toBeNull();
    expect(order.pickupPoint).toMatchObject({ id: OWN, lines: [], isSure: false });
    expect(order.shippingAddress['city']).toBe('Domowo');
    expect(await engineAlone.guardOrder(order, false)).toBeNull();
    expect(await engine.guardOrder(order, false)).toBeNull();
    expect(order.pickupPoint!.isSure).toBe(true);
  });

  it('an order is checked: refused before payment, held after it', async () => {
    const near = { latitude: ITEMS[0]!.coordinates.latitude, longitude: ITEMS[0]!.coordinates.longitude };
    const order = makeOrder({ ...stored('PL_closed'), ...near });
    expect((await engine.guardOrder(order, false))!.alternatives.length).toBeGreaterThan(0);
    expect([order.isHeld, order.pickupPoint!.isSure]).toEqual([false, false]);
    expect(await engine.guardOrder(order, true)).toBeNull();
    expect(order.isHeld).toBe(true);
    const express = makeOrder();
    expect(await engine.guardOrder(express, false)).toEqual({ alternatives: [] });
    expect([await engine.guardOrder(express, true), express.isHeld]).toEqual([null, true]);
    const sound = makeOrder(stored(OWN));
    expect([await engine.guardOrder(sound, true), sound.isHeld]).toEqual([null, undefined]);
  });

  it('all orders are checked at night, and none is held for an outage or a wrong address', async () => {
    const ids = [...Array.from({ length: 1_020 }, () => OWN), 'PL_closed', OWN.toLowerCase(), FOREIGN];
    const orders = ids.map((id) => makeOrder(stored(id)));
    await engineAlone.recheckOrders(orders);
    Object.assign(away, { status: 200, body: '{"points":[]}' });
    await expect(engineAlone.recheckOrders(orders)).rejects.toThrow('200');
    expect([release.mock.calls.length, hold.mock.calls.length]).toEqual([0, 0]);
    await engine.recheckOrders(orders);
    expect(release.mock.calls.map(([order]) => orders.indexOf(order))).toEqual(
      Array.from({ length: 1_020 }, (_, at) => at),
    );
    expect(release.mock.calls[0]![1]).toMatchObject({ id: OWN, city: 'Testowo' });
    expect(hold.mock.calls).toEqual([
      [orders[1_020], undefined],
      [orders[1_021], OWN],
      [orders[1_022], undefined],
    ]);
  });

  it('the curl recipe checks many points', async () => {
    const code = snippet('sh', '/api/points/check').replace('https://points.example', server.origin);
    const { stdout } = await run('/bin/sh', ['-c', code.replace('PL_WAW123A', OWN)]);
    expect(JSON.parse(stdout)).toMatchObject({
      points: [
        { id: OWN, isValid: true },
        { id: 'PL_WAW1', isValid: false },
      ],
    });
  });
});

describe('Guide for payment buttons and agents', () => {
  const summaryOf = async (id: string) => {
    const check = await createDroppoint(server.origin).check(id);
    return check.outcome === 'checked' ? check.point.summary! : Promise.reject(new Error(check.outcome));
  };
  const person = { firstName: 'Ewa', lastName: 'Nowak', phone: '+48500000102' };
  /** A point with an address from the platform, and one without. */
  const both = () => Promise.all([summaryOf(OWN), summaryOf(FOREIGN)]);

  it('the address is written to the fields of shop engines', async () => {
    const summary = await summaryOf(OWN);
    expect(engine.toVendure(summary, person)).toEqual({
      ...{ fullName: 'Ewa Nowak', phoneNumber: '+48500000102', company: 'Locker at the mill' },
      ...{
        streetLine1: 'Mglista 7',
        streetLine2: OWN,
        postalCode: '00-950',
        city: 'Testowo',
        countryCode: 'PL',
      },
    });
    const names = {
      first_name: 'Ewa',
      last_name: 'Nowak',
      phone: '+48500000102',
      company: 'Locker at the mill',
    };
    const lines = { address_1: 'Mglista 7', address_2: OWN, city: 'Testowo' };
    expect(engine.toMedusa(summary, person)).toEqual({
      ...{ ...names, ...lines, postal_code: '00-950', country_code: 'pl' },
    });
    expect(engine.toWooCommerce(summary, person)).toEqual({
      ...names,
      ...lines,
      postcode: '00-950',
      country: 'PL',
    });
  });

  it('Apple Pay gets the point as an address that can’t be changed', async () => {
    const request = {
      ...{
        countryCode: 'PL',
        currencyCode: 'PLN',
        merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa'],
      },
      total: { label: 'Fern', amount: '12.00' },
    };
    for (const summary of await both()) applePayRequest.parse(engine.toApplePay(request, summary));
    expect(engine.toApplePay(request, await summaryOf(OWN))).toMatchObject({
      shippingContactEditingMode: 'storePickup',
      shippingContact: {
        familyName: 'Locker at the mill',
        addressLines: ['Mglista 7', OWN],
        locality: 'Testowo',
      },
    });
  });

  it('Google Pay asks for no address', async () => {
    const request = {
      ...{ apiVersion: 2, apiVersionMinor: 0, merchantInfo: { merchantName: 'Fern' } },
      allowedPaymentMethods: [{ type: 'CARD' }],
      transactionInfo: {
        ...{ countryCode: 'PL', currencyCode: 'PLN', totalPriceStatus: 'FINAL' },
        ...{ totalPrice: '12.00', totalPriceLabel: 'Total' },
      },
    };
    for (const summary of await both()) googlePayRequest.parse(engine.toGooglePay(request, summary, '2.00'));
    expect(engine.toGooglePay(request, await summaryOf(OWN), '2.00')).toMatchObject({
      shippingAddressRequired: false,
      transactionInfo: { displayItems: [{ label: 'Locker at the mill', price: '2.00' }] },
    });
  });

  it('PayPal gets the point as the provided address', async () => {
    const order = {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'PLN', value: '12.00' } }],
    };
    for (const summary of await both()) payPalOrder.parse(engine.toPayPal(order, summary, 'Ewa Nowak'));
    expect(engine.toPayPal(order, await summaryOf(OWN), 'Ewa Nowak')).toMatchObject({
      purchase_units: [
        {
          shipping: {
            name: { full_name: 'Ewa Nowak' },
            address: { address_line_1: 'Mglista 7', address_line_2: `Locker at the mill, ${OWN}` },
          },
        },
      ],
      payment_source: { paypal: { experience_context: { shipping_preference: 'SET_PROVIDED_ADDRESS' } } },
    });
  });

  it('agents get the points near their customer, and none where the shop doesn’t deliver', async () => {
    const place = { line_one: '', city: 'Warszawa', postal_code: '', country: 'PL' };
    expect(await engine.findOffered({ ...place, country: 'FR' })).toEqual([]);
    expect(await engineAlone.findOffered(place)).toEqual([]);
    const points = await engine.findOffered(place, 3);
    const ids = points.map(({ summary }) => summary.id);
    expect(ids).toHaveLength(3);
    const options = engine.toAcp(points, 900).map((option) => acpPickupOption.parse(option));
    expect(options.map(({ id }) => id)).toEqual(ids);
    expect(options[0]).toMatchObject({ title: 'Locker at the mill', totals: [{ amount: 900 }] });
    const method = ucpPickupMethod.parse(engine.toUcp(points, 900, ['a', 'b']));
    expect(method.destinations.map(({ id }) => id)).toEqual(ids);
    expect(method.groups[0]!.line_item_ids).toEqual(['a', 'b']);
    // The agent's choice is checked like any other.
    expect(await engine.choosePoint(makeOrder(), options[1]!.id)).toBeNull();
  });

  it('an agent’s choice that is refused leaves the checkout as it was, with the reason and where it is', async () => {
    const refusal = (await engine.choosePoint(makeOrder(), OWN.toLowerCase()))!;
    const content = expect.stringMatching(new RegExp(`.+\n${OWN}: .*Mglista 7`)) as string;
    const before = { type: 'info', content: 'Welcome' };
    const session = { id: 's', status: 'not_ready_for_payment', messages: [before] };
    const { messages, ...same } = engine.refuseInAcp(session, refusal) as { messages: unknown[] };
    expect({ ...same, messages: [messages[0]] }).toEqual(session);
    expect(acpError.parse(messages[1])).toMatchObject({ content, resolution: 'recoverable' });
    const checkout = { id: 'c', status: 'incomplete' };
    const refused = engine.refuseInUcp(checkout, refusal, 2) as { messages: unknown[] };
    expect(refused).toMatchObject(checkout);
    expect(ucpError.parse(refused.messages[0])).toMatchObject({
      content,
      severity: 'recoverable',
      path: '$.fulfillment.methods[2].selected_destination_id',
    });
  });
});

describe('Guide for a choice by a link', () => {
  const makePlaced = (changes: Partial<Order> = {}): Order => ({
    ...makeOrder(stored('PL_closed')),
    ...{ id: 'order-7', number: 'FL-7', isHeld: true },
    ...changes,
  });
  const findIn =
    (...orders: Order[]): FindOrder =>
    (id) =>
      Promise.resolve(orders.find((order) => order.id === id));
  const signed = (point: string, atMs = Date.now(), secret = POINT_SECRETS[0]!) =>
    writePointChoice({ id: 'order-7', orderNumber: 'FL-7' }, point, secret, atMs);

  it('the link has the order’s point and the shop’s conditions', async () => {
    const link = await engine.linkToChoose(makePlaced(), new Date(Date.now() + 60_000));
    expect(link.startsWith(`${server.origin}/choose#order=`)).toBe(true);
    expect(await readPointLink(link.split('#order=')[1]!, POINT_SECRETS, Date.now())).toMatchObject({
      grant: { id: 'order-7', value: 'PL_closed', country: ['PL', 'CZ'], language: 'pl' },
      secret: POINT_SECRETS[0],
    });
  });

  it('the newest choice counts, with any of the secrets, until the parcel is sent', async () => {
    const order = makePlaced();
    const result = await signed(OWN);
    expect(await engine.takeChoice(result, findIn(order))).toMatchObject({ isAccepted: true });
    expect(order).toMatchObject({ pickupPoint: { id: OWN, isSure: true }, isHeld: false });
    const older = await signed(FOREIGN, Date.now() - 60_000, POINT_SECRETS[1]);
    expect(await engine.takeChoice(older, findIn(order))).toMatchObject({ isAccepted: true });
    expect(order.pickupPoint!.id).toBe(OWN);
    const abroad = await signed(FOREIGN, Date.now() + 1_000, POINT_SECRETS[1]);
    expect(await engine.takeChoice(abroad, findIn(order))).toMatchObject({ isAccepted: false });
    const sent = makePlaced({ isSent: true });
    expect(await engine.takeChoice(result, findIn(sent))).toEqual({ isAccepted: false, why: 'sent' });
    expect(await engine.takeChoice(`${result}x`, findIn(order))).toEqual({
      isAccepted: false,
      why: 'invalid',
    });
    expect(await engine.takeChoice(result, findIn())).toMatchObject({ isAccepted: false });
  });

  it('a notification is the same choice', async () => {
    const order = makePlaced();
    const notify = async (target: Order) => {
      const timestamp = new Date().toISOString();
      const event = { trackingNumber: '', eventId: '1', eventCode: 'point_chosen', timestamp };
      const body = JSON.stringify({ ...event, result: await signed(OWN) });
      const signature = createHmac('sha256', POINT_SECRETS[1]!)
        .update(`${timestamp}.${body}`)
        .digest('base64');
      const headers = { 'x-droppoint-signature': signature, 'x-droppoint-timestamp': timestamp };
      const request = new Request('https://fern.example/points/chosen', { method: 'POST', headers, body });
      return engine.takeNotification(request, findIn(target));
    };
    expect([(await notify(order)).status, order.pickupPoint!.id]).toEqual([200, OWN]);
    expect((await notify(makePlaced({ isSent: true }))).status).toBe(409);
  });
});
