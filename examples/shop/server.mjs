/**
 * An example shop, from the order to the return: its checkout has Droppoint's picker; its server checks the point, sends the parcel,
 * receives the carrier's webhooks, and makes the link for a return. `npm start` runs it beside the rest. By itself, with
 * `@droppoint/platform` installed: `node examples/shop/server.mjs`, and the settings below in the environment.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createAdministration } from './administration.mjs';
import { openCarrier } from './carrier.mjs';
import { checkoutPage, MODES } from './checkout.mjs';
import { makeReturnLink } from './make-return-link.mjs';
import { html, page } from './markup.mjs';
import { orderPage } from './order-page.mjs';
import { createOrderStreams } from './order-streams.mjs';
import { createOrders } from './orders.mjs';
import { createHostCheck } from './own-host.mjs';
import { createParcelBook } from './parcel-book.mjs';
import { readForm } from './read-form.mjs';
import { readOrder } from './read-order.mjs';
import { receiveWebhook } from './receive-webhook.mjs';
import { tellOrder } from './tell-order.mjs';

const {
  DROPPOINT_ORIGIN: DROPPOINT = 'http://localhost:3000',
  // With `npm run dev`: the socket that tells pages to reload.
  SHOP_RELOADER = '',
  SHOP_PORT: PORT = '3005',
  /** Countries that the shop delivers to, as `PL,CZ`; empty: all that the network has points in. */
  SHOP_COUNTRIES: COUNTRIES = '',
  /** The customer's address, which a real shop knows; the picker starts there. */
  SHOP_CUSTOMER_ADDRESS: CUSTOMER_ADDRESS = '',
  /** With it the carrier signs what it pushes; without it, nothing is received. */
  SHOP_WEBHOOK_SECRET: WEBHOOK_SECRET = '',
  /** One of the secrets of Droppoint's operator; without it, there are no links for returns. */
  SHOP_RETURN_SECRET: RETURN_SECRET = '',
  /** Address at which the sandbox lets time pass, which no real carrier has. */
  SHOP_CLOCK_URL: CLOCK_URL = '',
} = process.env;

/** For picker and parcel, the policy must allow one host: for their scripts, the picker's frame, and requests about points and parcels. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${DROPPOINT}`,
  `frame-src ${DROPPOINT}`,
  `connect-src 'self' ${DROPPOINT} ${SHOP_RELOADER}`.trimEnd(),
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const FILES = Object.fromEntries(
  Object.entries({
    'shop.css': 'text/css',
    'orders.css': 'text/css',
    'shop.js': 'text/javascript',
    'order.js': 'text/javascript',
    'admin.js': 'text/javascript',
    'icon.svg': 'image/svg+xml',
  }).map(([name, type]) => [`/${name}`, { type, content: readFileSync(new URL(name, import.meta.url)) }]),
);

const book = createParcelBook();
const orders = createOrders(book);
const streams = createOrderStreams();
const isForThisHost = createHostCheck(PORT);
const carrier = openCarrier(process.env);
const administer = createAdministration({
  droppoint: DROPPOINT,
  countries: COUNTRIES,
  clockUrl: CLOCK_URL,
  carrier,
  orders,
  book,
  settle,
});

// An earlier order, whose point has closed, so that the staff's pages have content.
orders.keep(
  {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    phone: '+48500000202',
    delivery: 'point',
    address: '',
    pointId: 'PL_CLOSED',
    pointLines: [],
    isPointSure: true,
    place: { latitude: '50.802', longitude: '19.1158' },
  },
  'K1001-1001-1001',
);

const server = createServer((request, response) => {
  /** @type {import('./administration.mjs').Reply} */
  const reply = (status, body, type = 'text/html', headers = {}) =>
    response
      .writeHead(status, {
        'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cache-control': 'no-cache',
        ...headers,
      })
      .end(body);
  answer(request, response, reply).catch((/** @type {unknown} */ error) => {
    console.error(error);
    if (!response.headersSent)
      reply(500, page('Sorry', html`<main><h1>Something went wrong here</h1></main>`));
  });
});

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('./administration.mjs').Reply} reply
 */
async function answer(request, response, reply) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const isPost = request.method === 'POST';
  if (!isForThisHost(request)) return reply(421, 'This shop has another address.', 'text/plain');
  if (pathname === '/webhook' && WEBHOOK_SECRET !== '') {
    if (!isPost) return reply(405, 'Only POST.', 'text/plain', { allow: 'POST' });
    const { status, event } = await receiveWebhook(request, WEBHOOK_SECRET);
    reply(status, '', 'text/plain');
    if (event !== null) await takeNews(event);
    return;
  }
  if (isPost && isFromElsewhere(request)) return reply(403, 'Not from another site.', 'text/plain');
  if (pathname === '/orders' && isPost) return takeOrder(request, searchParams, reply);
  if (pathname.startsWith('/admin') && !(pathname in FILES))
    if (await administer(request, pathname, searchParams, reply)) return;
  const [, token = '', news] = /^\/orders\/([\w-]+)(\/news)?$/.exec(pathname) ?? [];
  const order = orders.byToken(token);
  if (order !== undefined && news) return sendNews(order, response, reply);
  if (order !== undefined) return reply(200, orderPage(order, tellOrder(order, book), DROPPOINT));
  const file = FILES[pathname];
  if (file !== undefined) return reply(200, file.content, file.type);
  // `?point=` stands for a returning customer's last point.
  if (pathname === '/')
    return reply(200, showCheckout(searchParams, { pointId: searchParams.get('point') ?? '' }));
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

/** Browsers say where a form comes from. @param {import('node:http').IncomingMessage} request */
const isFromElsewhere = ({ headers: { origin, host } }) =>
  origin !== undefined && !origin.endsWith(`://${host}`);

/**
 * @param {URLSearchParams} query
 * @param {Partial<import('./read-order.mjs').Order>} order
 * @param {Partial<Awaited<ReturnType<typeof readOrder>>>} [read]
 */
function showCheckout(query, order, read) {
  const mode = MODES.find((name) => name === query.get('mode')) ?? 'modal';
  const view = { droppoint: DROPPOINT, countries: COUNTRIES, address: CUSTOMER_ADDRESS, mode, order };
  return checkoutPage({ ...view, ...read });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {URLSearchParams} query
 * @param {import('./administration.mjs').Reply} reply
 */
async function takeOrder(request, query, reply) {
  const form = await readForm(request);
  if (form === null)
    return reply(413, page('Too long', html`<main><h1>That is too much for a form</h1></main>`));
  const read = await readOrder(form, DROPPOINT, COUNTRIES);
  if (read.problems.length > 0) return reply(422, showCheckout(query, read.order, read));
  return reply(303, '', 'text/plain', { location: `/orders/${orders.keep(read.order).token}` });
}

/**
 * Tells a page what is new, from now on.
 * @param {import('./orders.mjs').KeptOrder} order
 * @param {import('node:http').ServerResponse} response
 * @param {import('./administration.mjs').Reply} reply
 */
async function sendNews(order, response, reply) {
  if (!streams.open(order.number, response)) return reply(503, 'Too many pages are open.', 'text/plain');
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  await settle(order);
}

/** @param {import('@droppoint/platform').WebhookEvent} event */
async function takeNews(event) {
  const { trackingNumber, customerReference } = event;
  const named = orders.byNumber(customerReference ?? '');
  // The customer has used the link: what comes under another number is the return.
  if (named && named.returnLink !== null && named.trackingNumber !== trackingNumber)
    named.returnNumber ??= trackingNumber;
  const order = orders.byParcel(trackingNumber);
  if (order === undefined) book.add(event);
  else await settle(order, event);
}

/**
 * Does what follows from a change of an order, and tells its pages.
 * @param {import('./orders.mjs').KeptOrder} order
 * @param {import('@droppoint/platform').WebhookEvent} [event]
 */
async function settle(order, event) {
  for (const number of [order.trackingNumber, order.returnNumber]) if (number !== null) book.adopt(number);
  if (event !== undefined && !book.add(event)) return;
  if (RETURN_SECRET !== '' && order.returnLink === null && book.stateOf(order.trackingNumber) === 'delivered')
    order.returnLink = await makeReturnLink(DROPPOINT, RETURN_SECRET, order);
  streams.push(order.number, tellOrder(order, book));
}

server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`The example shop listens at http://127.0.0.1:${PORT}`),
);
process.once('SIGTERM', () => {
  server.close();
  // Those on which news is sent stay open otherwise.
  server.closeAllConnections();
});
