/**
 * An example shop, from the order to the return. Its checkout has Droppoint's picker; its server
 * checks the point, sends the parcel, receives the carrier's webhooks, and makes the link for a
 * return. `npm start` runs it with everything else. To run only this shop, install
 * `@droppoint/platform` and run `node examples/shop/server.mjs` with the settings below in the
 * environment.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fetchParcelTexts } from '@droppoint/platform/order';
import { createAdministration } from './administration.mjs';
import { openCarrier } from './carrier.mjs';
import { checkoutPage, MODES } from './checkout.mjs';
import { makeReturnLink } from './make-return-link.mjs';
import { html, page } from './markup.mjs';
import { orderPage } from './order-page.mjs';
import { createPointChoices } from './point-choices.mjs';
import { createOrderStreams } from './order-streams.mjs';
import { createOrders } from './orders.mjs';
import { createHostCheck } from './own-host.mjs';
import { createParcelBook } from './parcel-book.mjs';
import { readForm } from './read-form.mjs';
import { readOrder } from './read-order.mjs';
import { receiveWebhook } from './receive-webhook.mjs';
import { describeOrder } from './describe-order.mjs';

const {
  DROPPOINT_ORIGIN: DROPPOINT = 'http://localhost:3000',
  // The socket that makes pages reload, with `npm run dev`.
  SHOP_RELOADER = '',
  SHOP_PORT: PORT = '3005',
  /** Countries that the shop delivers to, such as `PL,CZ`; empty for all countries of the network. */
  SHOP_COUNTRIES: COUNTRIES = '',
  /** The customer's address, where the picker starts; a real shop knows it. */
  SHOP_CUSTOMER_ADDRESS: CUSTOMER_ADDRESS = '',
  /** The secret with which the carrier signs webhooks; without it, the shop receives none. */
  SHOP_WEBHOOK_SECRET: WEBHOOK_SECRET = '',
  /** One of the return-link secrets of Droppoint's operator; without it, there are no links for returns. */
  SHOP_RETURN_SECRET: RETURN_SECRET = '',
  /** One of the secrets for this shop in POINT_LINK_SECRETS of Droppoint's operator; without it, there are no links to choose a point. */
  SHOP_POINT_SECRET: POINT_SECRET = '',
  /** Origin at which customers reach this shop. */
  SHOP_ORIGIN: SHOP = `http://127.0.0.1:${PORT}`,
  /** URL that advances the sandbox's clock; a real carrier has none. */
  SHOP_CLOCK_URL: CLOCK_URL = '',
} = process.env;

/**
 * Picker and parcel need one host in the policy: for their scripts, their frames, and requests about points
 * and parcels.
 */
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
const choices =
  POINT_SECRET === ''
    ? null
    : createPointChoices({
        droppoint: DROPPOINT,
        secret: POINT_SECRET,
        shop: SHOP,
        countries: COUNTRIES,
        orders,
        settle,
      });
const administer = createAdministration({
  droppoint: DROPPOINT,
  countries: COUNTRIES,
  clockUrl: CLOCK_URL,
  carrier,
  orders,
  choices,
  book,
  settle,
});

// Add an earlier order whose point has closed, so that the staff's pages have content.
orders.add(
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
  if (!isForThisHost(request)) return reply(421, 'This shop has a different address.', 'text/plain');
  if (pathname === '/webhook' && WEBHOOK_SECRET !== '') {
    if (!isPost) return reply(405, 'Use POST.', 'text/plain', { allow: 'POST' });
    const { status, event } = await receiveWebhook(request, WEBHOOK_SECRET);
    reply(status, '', 'text/plain');
    if (event !== null) await processEvent(event);
    return;
  }
  if (pathname === '/points/chosen' && isPost && choices !== null) {
    const { status, body } = await choices.receive(request);
    return reply(status, body, 'application/json');
  }
  if (isPost && isFromElsewhere(request))
    return reply(403, 'Forms from other sites aren’t accepted.', 'text/plain');
  if (pathname === '/orders' && isPost) return takeOrder(request, searchParams, reply);
  if (pathname.startsWith('/admin') && !(pathname in FILES))
    if (await administer(request, pathname, searchParams, reply)) return;
  const [, token = '', part] = /^\/orders\/([\w-]+)(?:\/(news|change|point))?$/.exec(pathname) ?? [];
  const order = orders.byToken(token);
  if (order !== undefined) return answerOrder(order, part, searchParams, response, reply);
  const file = FILES[pathname];
  if (file !== undefined) return reply(200, file.content, file.type);
  // `?point=` simulates a returning customer's last point.
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

/**
 * Answers a request about a customer's order.
 * @param {import('./orders.mjs').StoredOrder} order
 * @param {string | undefined} part `news`: its stream; `change`: to the map; `point`: back from it, with the choice
 * @param {URLSearchParams} query
 * @param {import('node:http').ServerResponse} response
 * @param {import('./administration.mjs').Reply} reply
 */
async function answerOrder(order, part, query, response, reply) {
  if (part === 'news') return openStream(order, response, reply);
  const view = { ...describeOrder(order, book), ...(choices === null && { canChange: false }) };
  if (part === 'change' && choices !== null && view.canChange)
    return reply(303, '', 'text/plain', { location: await choices.makeLink(order, 'page') });
  if (part === 'point' && choices !== null && query.has('result')) {
    // The signature says for which order it is, whatever the address says.
    const decision = await choices.decide(query.get('result'));
    if (decision.isAccepted)
      return reply(303, '', 'text/plain', { location: `/orders/${decision.order?.token}` });
    return reply(409, orderPage(order, describeOrder(order, book), DROPPOINT, decision.message));
  }
  if (part !== undefined) return reply(303, '', 'text/plain', { location: `/orders/${order.token}` });
  return reply(200, orderPage(order, view, DROPPOINT));
}

/**
 * Whether a form was sent from another site; browsers report its origin.
 * @param {import('node:http').IncomingMessage} request
 */
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
  return reply(303, '', 'text/plain', { location: `/orders/${orders.add(read.order).token}` });
}

/**
 * Pushes updates to a page from now on.
 * @param {import('./orders.mjs').StoredOrder} order
 * @param {import('node:http').ServerResponse} response
 * @param {import('./administration.mjs').Reply} reply
 */
async function openStream(order, response, reply) {
  if (!streams.open(order.number, response)) return reply(503, 'Too many pages are open.', 'text/plain');
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  await settle(order);
}

/** @param {import('@droppoint/platform').WebhookEvent} event */
async function processEvent(event) {
  const { trackingNumber, customerReference } = event;
  const named = orders.byNumber(customerReference ?? '');
  // The customer has used the link: an event with another number is about the return.
  if (named && named.returnLink !== null && named.trackingNumber !== trackingNumber)
    named.returnNumber ??= trackingNumber;
  const order = orders.byParcel(trackingNumber);
  if (order === undefined) book.add(event);
  else await settle(order, event);
}

/**
 * Applies the consequences of a change to an order, and updates its pages.
 * @param {import('./orders.mjs').StoredOrder} order
 * @param {import('@droppoint/platform').WebhookEvent} [event]
 */
async function settle(order, event) {
  const before = book.stateOf(order.trackingNumber);
  for (const number of [order.trackingNumber, order.returnNumber]) if (number !== null) book.adopt(number);
  if (event !== undefined && !book.add(event)) return;
  if (RETURN_SECRET !== '' && order.returnLink === null && book.stateOf(order.trackingNumber) === 'delivered')
    order.returnLink = await makeReturnLink(DROPPOINT, RETURN_SECRET, order);
  streams.push(order.number, describeOrder(order, book));
  if (book.stateOf(order.trackingNumber) !== before) void writeMail(order);
}

/**
 * Writes to the customer about a new state of the parcel. A real shop sends it, in the customer's language.
 * @param {import('./orders.mjs').StoredOrder} order
 */
async function writeMail(order) {
  const { trackingNumber } = order;
  if (trackingNumber === null) return;
  const state = book.stateOf(trackingNumber);
  order.mail = await fetchParcelTexts(DROPPOINT, { trackingNumber, state, language: 'en' });
}

server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`The example shop listens at http://127.0.0.1:${PORT}`),
);
process.once('SIGTERM', () => {
  server.close();
  // Otherwise the connections for pushed updates stay open.
  server.closeAllConnections();
});
