/**
 * An example shop: its checkout has Droppoint's picker, its server asks Droppoint whether the point is still valid. It needs only
 * Node. `npm start` runs it beside the rest; alone: `DROPPOINT_ORIGIN=https://points.example SHOP_PORT=3005 node
 * examples/shop/server.mjs`.
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { adminOrderPage, ordersPage } from './admin.mjs';
import { checkPoint } from './check-point.mjs';
import { checkoutPage, MODES } from './checkout.mjs';
import { findNearest } from './find-nearest.mjs';
import { html, page } from './markup.mjs';
import { orderPage } from './order-page.mjs';
import { readOrder, describeProblem } from './read-order.mjs';

const DROPPOINT = process.env['DROPPOINT_ORIGIN'] ?? 'http://localhost:3000';
const PORT = Number(process.env['SHOP_PORT'] ?? 3005);
const SCRIPT = `${DROPPOINT}/v1/droppoint.js`;
/** Countries that the shop delivers to, as `PL,CZ`; empty: all that the network has points in. */
const COUNTRIES = process.env['SHOP_COUNTRIES'] ?? '';
/** Common parameters of the pages with a picker. */
const SHOP = { droppoint: DROPPOINT, script: SCRIPT, countries: COUNTRIES };
/** The customer's address, which a real shop knows; the picker starts there. */
const CUSTOMER_ADDRESS = process.env['SHOP_CUSTOMER_ADDRESS'] ?? '';

const MAX_FORM_BYTES = 16 * 1024;
const ORDERS_KEPT = 1_000;

/** For the picker, the policy must allow one host: for its script, its frame, and its requests about shown points. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${DROPPOINT}`,
  `frame-src ${DROPPOINT}`,
  `connect-src ${DROPPOINT}`,
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const FILES = {
  '/shop.css': { type: 'text/css', content: readFileSync(new URL('shop.css', import.meta.url)) },
  '/shop.js': { type: 'text/javascript', content: readFileSync(new URL('shop.js', import.meta.url)) },
  '/admin.js': { type: 'text/javascript', content: readFileSync(new URL('admin.js', import.meta.url)) },
  '/icon.svg': { type: 'image/svg+xml', content: readFileSync(new URL('icon.svg', import.meta.url)) },
};

/** @type {Map<string, import('./admin.mjs').KeptOrder>} */
const orders = new Map();
// An earlier order, whose point has closed, so that the staff's pages have content.
orders.set('K1001-1001-1001', {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  delivery: 'point',
  address: '',
  pointId: 'PL_CLOSED',
  pointLines: [],
  isPointSure: true,
  place: { latitude: '50.802', longitude: '19.1158' },
  earlierIds: [],
});

const server = createServer((request, response) => {
  /** @param {number} status @param {string | Buffer} body @param {string} [type] @param {Record<string, string>} [headers] */
  const reply = (status, body, type = 'text/html', headers = {}) =>
    response
      .writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cache-control': 'no-cache',
        ...headers,
      })
      .end(body);
  answer(request, reply).catch((/** @type {unknown} */ error) => {
    console.error(error);
    if (!response.headersSent)
      reply(500, page('Sorry', html`<main><h1>Something went wrong here</h1></main>`));
  });
});

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {(status: number, body: string | Buffer, type?: string, headers?: Record<string, string>) => unknown} reply
 */
async function answer(request, reply) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const mode = MODES.find((name) => name === searchParams.get('mode')) ?? 'modal';
  const view = { ...SHOP, address: CUSTOMER_ADDRESS, mode };
  if (pathname === '/orders' && request.method === 'POST') {
    const form = await readForm(request);
    if (form === null)
      return reply(413, page('Too long', html`<main><h1>That is too much for a form</h1></main>`));
    const { order, problems, alternatives } = await readOrder(form, DROPPOINT, COUNTRIES);
    if (problems.length > 0) return reply(422, checkoutPage({ ...view, order, problems, alternatives }));
    return reply(303, '', 'text/plain', { location: `/orders/${keep(order)}` });
  }
  if (pathname === '/admin') return reply(200, ordersPage(orders, SCRIPT));
  const [, administered] = /^\/admin\/orders\/(.+)$/.exec(pathname) ?? [];
  if (administered !== undefined && orders.has(administered))
    return administer(administered, request, searchParams.get('near') ?? '', reply);
  const order = orders.get(pathname.replace('/orders/', ''));
  if (order !== undefined) return reply(200, orderPage(pathname.replace('/orders/', ''), order));
  const file = pathname in FILES ? FILES[/** @type {keyof typeof FILES} */ (pathname)] : undefined;
  if (file !== undefined) return reply(200, file.content, file.type);
  // `?point=` stands for a returning customer's last point.
  if (pathname === '/')
    return reply(200, checkoutPage({ ...view, order: { pointId: searchParams.get('point') ?? '' } }));
  return reply(
    404,
    page(
      'Not found',
      html`<main>
        <h1>There is no such page</h1>
        <p><a href="/">To the checkout</a></p>
      </main>`,
    ),
  );
}

/**
 * Shows an order to the shop's staff, or changes its point.
 * @param {string} number
 * @param {import('node:http').IncomingMessage} request
 * @param {string} near the customer's address to show points near; empty: none
 * @param {(status: number, body: string, type?: string, headers?: Record<string, string>) => unknown} reply
 */
async function administer(number, request, near, reply) {
  const order = /** @type {import('./admin.mjs').KeptOrder} */ (orders.get(number));
  const view = { ...SHOP, number, order, near, nearest: { place: null, points: [] } };
  if (request.method !== 'POST') {
    const nearest = near === '' ? view.nearest : await findNearest(DROPPOINT, near, COUNTRIES);
    return reply(200, adminOrderPage({ ...view, nearest }));
  }
  const form = await readForm(request);
  const id = (form?.get('instead') ?? form?.get('pickup_point') ?? '').trim();
  const validity = await checkPoint(DROPPOINT, id, { country: COUNTRIES, ...order.place });
  if (!validity.isValid) {
    const { alternatives } = validity;
    return reply(422, adminOrderPage({ ...view, problem: describeProblem(id, validity), alternatives }));
  }
  if (id !== order.pointId) {
    const { summary, status } = validity;
    orders.set(number, {
      ...order,
      pointId: id,
      pointLines: summary?.lines ?? [],
      place: summary ? { latitude: String(summary.latitude), longitude: String(summary.longitude) } : null,
      isPointSure: status === 'exists',
      earlierIds: [order.pointId, ...order.earlierIds],
    });
  }
  return reply(303, '', 'text/plain', { location: `/admin/orders/${number}` });
}

/** @param {import('node:http').IncomingMessage} request */
async function readForm(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (request)) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** @param {import('./read-order.mjs').Order} order @returns {string} the order's number, which can't be guessed */
function keep(order) {
  const number = `K${Array.from({ length: 3 }, () => randomInt(1000, 10_000)).join('-')}`;
  orders.set(number, { ...order, earlierIds: [] });
  for (const oldest of orders.keys()) {
    if (orders.size <= ORDERS_KEPT) break;
    orders.delete(oldest);
  }
  return number;
}

server.listen(PORT, '127.0.0.1', () => console.log(`The example shop listens at http://127.0.0.1:${PORT}`));
process.once('SIGTERM', () => server.close());
