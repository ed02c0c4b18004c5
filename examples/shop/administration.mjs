import { AppError } from '@droppoint/platform';
import { adminOrderPage, ordersPage } from './admin.mjs';
import { checkPoint } from './check-point.mjs';
import { findNearest } from './find-nearest.mjs';
import { readForm } from './read-form.mjs';
import { describeProblem } from './read-order.mjs';
import { sendParcel } from './send-parcel.mjs';

/**
 * @typedef {(status: number, body: string | Uint8Array, type?: string, headers?: Record<string, string>) => unknown} Reply
 * @typedef {object} Parts
 * @property {string} droppoint origin of Droppoint
 * @property {string} countries that the shop delivers to
 * @property {string} clockUrl URL that advances the sandbox's clock; empty if there is none
 * @property {import('./carrier.mjs').Carrier | null} carrier
 * @property {import('./orders.mjs').Orders} orders
 * @property {import('./point-choices.mjs').PointChoices | null} choices null: customers can't choose by a link
 * @property {import('./parcel-book.mjs').ParcelBook} book
 * @property {(order: import('./orders.mjs').StoredOrder) => Promise<void>} settle called when an order has
 *   changed
 * @typedef {{problem?: string, alternatives?: readonly import('./check-point.mjs').Near[]}} Failure
 */

const HOURS_AT_ONCE = 12;

/**
 * Creates the staff's area: it lists orders, changes a point, sends a parcel, and prints its label.
 * @param {Parts} parts
 */
export function createAdministration({
  droppoint,
  countries,
  clockUrl,
  carrier,
  orders,
  choices,
  book,
  settle,
}) {
  const look = {
    droppoint,
    hasCarrier: carrier !== null,
    hasClock: clockUrl !== '',
    hasChoices: choices !== null,
  };

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {string} path
   * @param {URLSearchParams} query
   * @param {Reply} reply
   * @returns {Promise<boolean>} false if there is no such page
   */
  return async function administer(request, path, query, reply) {
    if (path === '/admin') {
      reply(200, ordersPage(orders.list(), book, look));
      return true;
    }
    const [, number = '', action] = /^\/admin\/orders\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const order = orders.byNumber(number);
    const isPost = request.method === 'POST';
    if (path === '/admin/orders' && isPost && choices !== null)
      await takeByPhone(await readForm(request), reply);
    else if (path === '/admin/clock' && isPost && clockUrl !== '') await advanceClock(request, reply);
    else if (order === undefined) return false;
    else if (action === 'label') await showLabel(order, reply);
    else if (action !== undefined && (!/^(send|request)$/.test(action) || !isPost)) return false;
    else if (!isPost) await show(order, query.get('near') ?? '', reply);
    else {
      const failure = await (action === 'send'
        ? send(order)
        : action === 'request'
          ? requestPoint(order)
          : readForm(request).then((form) => move(order, form)));
      await settle(order);
      if (failure === null) reply(303, '', 'text/plain', { location: `/admin/orders/${number}` });
      else await show(order, '', reply, failure);
    }
    return true;
  };

  /**
   * @param {import('./orders.mjs').StoredOrder} order
   * @param {string} near the customer's address, to show points near it; empty if none was entered
   * @param {Reply} reply
   * @param {Failure} [failure]
   */
  async function show(order, near, reply, failure) {
    const nearest = near === '' ? { place: null, points: [] } : await findNearest(droppoint, near, countries);
    const view = { ...look, countries, near, nearest, ...failure };
    return reply(failure === undefined ? 200 : 422, adminOrderPage(order, book, view));
  }

  /**
   * Sends an order's parcel. If it isn't known whether it was sent, sends exactly the same again: the
   * carrier recognizes it.
   * @param {import('./orders.mjs').StoredOrder} order
   * @returns {Promise<Failure | null>}
   */
  async function send(order) {
    if (carrier === null || order.delivery === 'home')
      return { problem: 'This shop can’t send this order to a pick-up point.' };
    if (order.shipment === 'created') return null;
    const { pointId } = order;
    if (pointId === '') return { problem: 'The customer hasn’t chosen a point yet.' };
    if (order.shipment === 'none') {
      const validity = await check(pointId, order);
      if (!validity.isValid) return { ...validity, problem: describeProblem(pointId, validity) };
    }
    const failure = await sendParcel(carrier, order);
    if (!failure?.isPointRefused) return failure;
    // The carrier is more up to date than the list that Droppoint published.
    return { ...failure, alternatives: (await check(pointId, order, { excludeIds: pointId })).alternatives };
  }

  /**
   * Requests a point from the customer.
   * @param {import('./orders.mjs').StoredOrder} order
   * @returns {Promise<Failure | null>}
   */
  async function requestPoint(order) {
    if (choices === null || order.delivery === 'home' || order.shipment !== 'none')
      return { problem: 'The point of this order can’t be chosen any more.' };
    await choices.requestPoint(order);
    return null;
  }

  /**
   * Takes an order by phone: the customer gets a link to choose the point.
   * @param {URLSearchParams | null} form
   * @param {Reply} reply
   */
  async function takeByPhone(form, reply) {
    /** @param {string} name */
    const read = (name) => (form?.get(name) ?? '').trim().slice(0, 300);
    const order = orders.add({
      ...{ name: read('name'), email: read('email'), phone: read('phone') },
      ...{ delivery: 'point', address: '', pointId: '', pointLines: [], isPointSure: true, place: null },
    });
    await choices?.requestPoint(order);
    return reply(303, '', 'text/plain', { location: `/admin/orders/${order.number}` });
  }

  /**
   * @param {import('./orders.mjs').StoredOrder} order
   * @param {URLSearchParams | null} form
   * @returns {Promise<Failure | null>}
   */
  async function move(order, form) {
    if (order.shipment !== 'none')
      return { problem: 'The carrier has this parcel, or may have it, so its point can’t be changed.' };
    const id = (form?.get('instead') ?? form?.get('pickup_point') ?? '').trim();
    const validity = await check(id, order);
    if (!validity.isValid) return { ...validity, problem: describeProblem(id, validity) };
    // Someone else may have sent it in the meantime.
    if (order.shipment === 'none') orders.move(order, validity);
    return null;
  }

  /**
   * @param {string} id
   * @param {import('./orders.mjs').StoredOrder} order
   * @param {Record<string, string>} [further]
   */
  function check(id, { place }, further) {
    return checkPoint(droppoint, id, { country: countries, ...place, ...further });
  }

  /**
   * @param {import('./orders.mjs').StoredOrder} order
   * @param {Reply} reply
   */
  async function showLabel({ trackingNumber }, reply) {
    if (carrier === null || trackingNumber === null)
      return reply(404, 'There is no label yet.', 'text/plain');
    const { platform, organizationId } = carrier;
    try {
      const { data } = await platform.shipments.label(organizationId, trackingNumber, 'pdf-a6');
      return reply(200, data.bytes, data.type, {
        'content-disposition': `inline; filename="${trackingNumber}.pdf"`,
        'cache-control': 'no-store',
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return reply(
        502,
        `The label isn’t available right now (${error.code}). Please try again later.`,
        'text/plain',
      );
    }
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {Reply} reply
   */
  async function advanceClock({ headers: { referer } }, reply) {
    await fetch(clockUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hours: HOURS_AT_ONCE }),
    });
    const [path = '/admin'] = /\/admin\/orders\/[\w-]+$/.exec(referer ?? '') ?? [];
    return reply(303, '', 'text/plain', { location: path });
  }
}
