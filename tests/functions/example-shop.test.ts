import { EventEmitter } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkPoint } from '../../examples/shop/check-point.mjs';
import { checkoutPage } from '../../examples/shop/checkout.mjs';
import { orderPage } from '../../examples/shop/order-page.mjs';
import { createOrders } from '../../examples/shop/orders.mjs';
import type { ParcelBook } from '../../examples/shop/parcel-book.mjs';
import { describeProblem, readOrder } from '../../examples/shop/read-order.mjs';
import { describeOrder } from '../../examples/shop/describe-order.mjs';
import { createOrderStreams } from '../../examples/shop/order-streams.mjs';
import { end, listen, startProgram, waitUntilReady } from '../processes.ts';
import { findFreePort } from './find-free-port.ts';

/** Nothing listens at this address, as in an outage. */
const AWAY = 'http://127.0.0.1:1';
const BUYER = { name: 'E', email: 'e@e.example', phone: '+48500000202' };
const HALF_A_PAIR = '😀'.slice(0, 1);

afterEach(() => vi.restoreAllMocks());

describe('Example shop: text cut in a surrogate pair', () => {
  it('a long field is cut between characters', async () => {
    const form = new URLSearchParams({
      ...BUYER,
      delivery: 'point',
      pickup_point: `${'a'.repeat(299)}😀😀`,
    });
    const { order, problems } = await readOrder(form, AWAY, 'PL');
    expect(order.pointId).toBe(`${'a'.repeat(299)}😀`);
    expect(problems).toEqual([]);
  });

  it('an id that can’t be sent is refused, not treated as an outage', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await checkPoint(AWAY, `PL_${HALF_A_PAIR}`)).toMatchObject({ status: 'refused', isValid: false });
  });
});

describe('Example shop: name of a point', () => {
  it('the order has the point’s name as Droppoint writes it, not as the platform does', async () => {
    const droppoint = await listen((_, response) =>
      response.end(
        JSON.stringify({
          id: 'BE_1',
          status: 'exists',
          isValid: true,
          errors: [],
          alternatives: [],
          point: { id: 'BE_1', address: { street: 'PLACE ROI BAUDOUIN 12A', city: "BOIS D''HAINE" } },
          summary: { id: 'BE_1', lines: ['Place Roi Baudouin 12A', "7170 Bois d'Haine"] },
        }),
      ),
    );
    const form = new URLSearchParams({ ...BUYER, pickup_point: 'BE_1' });
    const { order } = await readOrder(form, droppoint.origin, '');
    await droppoint.close();
    const book = { stateOf: () => null } as unknown as ParcelBook;
    const stored = createOrders(book).add(order);
    expect(orderPage(stored, describeOrder(stored, book), AWAY)).toContain(
      'Place Roi Baudouin 12A, 7170 Bois d&#39;Haine',
    );
  });
});

describe('Example shop: nothing known about a point', () => {
  it.each([
    ['where no network is published', { status: 'unknown', isValid: true, reason: 'not_published' }],
    ['in an outage', null],
  ])('the order %s is accepted with a notice', async (_when, answer) => {
    const droppoint = await listen((_, response) =>
      answer === null
        ? response.writeHead(503).end()
        : response.end(JSON.stringify({ id: 'PL_1', alternatives: [], ...answer })),
    );
    onTestFinished(() => droppoint.close());
    const form = new URLSearchParams({ ...BUYER, delivery: 'point', pickup_point: 'PL_1' });
    const { order, problems } = await readOrder(form, droppoint.origin, '');
    expect(problems).toEqual([]);
    const book = { stateOf: () => null } as unknown as ParcelBook;
    const stored = createOrders(book).add(order);
    expect(orderPage(stored, describeOrder(stored, book), AWAY)).toContain(
      'We couldn’t check whether this point is open.',
    );
  });
});

describe('Example shop: mistyped id', () => {
  it('the page asks whether another point was intended, and shows its distance', () => {
    const validity = { id: 'pl_1', status: 'mistyped', isValid: false, meant: 'PL_1', alternatives: [] };
    const text = describeProblem('pl_1', validity);
    expect(text).toBe('There is no pick-up point pl_1. Did you mean PL_1?');
    const { meant: _, ...unguessed } = validity;
    expect(describeProblem('hello', unguessed)).not.toContain('Did you mean');
    const page = checkoutPage({
      droppoint: AWAY,
      countries: 'PL',
      address: '',
      mode: 'modal',
      order: { pointId: 'pl_1' },
      problems: [{ field: 'pickup_point', text }],
      alternatives: [{ distanceMetres: 1_240, summary: { id: 'PL_1', lines: ['Polna 7', '00-001 Wola'] } }],
    });
    expect(page).toMatch(/Polna 7, 00-001 Wola\s+<small>1\.2 km<\/small>/);
    expect(page).toMatch(/name="instead"\s+value="PL_1"/);
  });
});

describe('Example shop: DNS rebinding', () => {
  it('the server answers only for its own host names', async () => {
    const port = await findFreePort();
    const environment = { SHOP_PORT: String(port), TSX_TSCONFIG_PATH: 'examples/tsconfig.json' };
    const child = startProgram(['--import', 'tsx', 'examples/shop/server.mjs'], environment);
    onTestFinished(async () => void (await end(child, 'SIGKILL')));
    await waitUntilReady(`http://127.0.0.1:${port}`, child, () => true);
    const send = (host: string, path: string, method = 'GET') =>
      new Promise<[number, string]>((resolve, reject) => {
        const headers = { host, origin: `http://${host}` };
        const call = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
          let text = '';
          answer.on('data', (part) => (text += String(part)));
          answer.on('end', () => resolve([answer.statusCode!, text]));
        });
        call.once('error', reject).end();
      });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const [status, text] = await send(host, '/admin');
      expect([status, text]).toEqual([200, expect.stringContaining('Grace Hopper')]);
    }
    for (const host of [
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1',
      'evil.example',
    ])
      for (const [path, method] of [
        ['/admin', 'GET'],
        ['/admin/orders/K1001-1001-1001', 'POST'],
        ['/', 'GET'],
        ['/orders', 'POST'],
      ] as const)
        expect(await send(host, path, method), `${host}${path}`).toEqual([
          421,
          'This shop has a different address.',
        ]);
  });

  it('live updates go to a limited number of pages per order and per client', () => {
    const streams = createOrderStreams();
    const pushed: string[] = [];
    const open = (number: string, remoteAddress: string) => {
      const response = Object.assign(new EventEmitter(), {
        req: { socket: { remoteAddress } },
        write: (text: string) => pushed.push(text),
      });
      return { response, isOpen: streams.open(number, response as unknown as ServerResponse) };
    };
    const pages = Array.from({ length: 6 }, (_, at) => open('one', `192.0.2.${at}`));
    expect(pages.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true, true, false]);
    const orders = Array.from({ length: 21 }, (_, at) => open(`order ${at}`, '198.51.100.1'));
    expect(orders.filter(({ isOpen }) => isOpen)).toHaveLength(20);
    expect(open('another', '203.0.113.1').isOpen).toBe(true);
    streams.push('one', {});
    expect(pushed).toHaveLength(5);
    pages[0]!.response.emit('close');
    expect(open('one', '192.0.2.9').isOpen).toBe(true);
  });
});
