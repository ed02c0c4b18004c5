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
 * @property {string} clockUrl where the sandbox lets time pass; empty: nowhere
 * @property {import('./carrier.mjs').Carrier | null} carrier
 * @property {import('./orders.mjs').Orders} orders
 * @property {import('./parcel-book.mjs').ParcelBook} book
 * @property {(order: import('./orders.mjs').KeptOrder) => Promise<void>} settle called when an order has changed
 * @typedef {{problem?: string, alternatives?: readonly import('./check-point.mjs').Near[]}} Trouble
 */

const HOURS_AT_ONCE = 12;

/**
 * What the shop's staff does: see the orders, change a point, send a parcel, print its label.
 * @param {Parts} parts
 */
export function createAdministration({ droppoint, countries, clockUrl, carrier, orders, book, settle }) {
  const look = { droppoint, hasCarrier: carrier !== null, hasClock: clockUrl !== '' };

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {string} path
   * @param {URLSearchParams} query
   * @param {Reply} reply
   * @returns {Promise<boolean>} false: there is no such page
   */
  return async function administer(request, path, query, reply) {
    if (path === '/admin') {
      reply(200, ordersPage(orders.list(), book, look));
      return true;
    }
    const [, number = '', action] = /^\/admin\/orders\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const order = orders.byNumber(number);
    const isPost = request.method === 'POST';
    if (path === '/admin/clock' && isPost && clockUrl !== '') await letTimePass(request, reply);
    else if (order === undefined) return false;
    else if (action === 'label') await showLabel(order, reply);
    else if (action !== undefined && (action !== 'send' || !isPost)) return false;
    else if (!isPost) await show(order, query.get('near') ?? '', reply);
    else {
      const trouble = action === 'send' ? await send(order) : await move(order, await readForm(request));
      await settle(order);
      if (trouble === null) reply(303, '', 'text/plain', { location: `/admin/orders/${number}` });
      else await show(order, '', reply, trouble);
    }
    return true;
  };

  /**
   * @param {import('./orders.mjs').KeptOrder} order
   * @param {string} near the customer's address to show points near; empty: none
   * @param {Reply} reply
   * @param {Trouble} [trouble]
   */
  async function show(order, near, reply, trouble) {
    const nearest = near === '' ? { place: null, points: [] } : await findNearest(droppoint, near, countries);
    const view = { ...look, countries, near, nearest, ...trouble };
    return reply(trouble === undefined ? 200 : 422, adminOrderPage(order, book, view));
  }

  /**
   * Sends an order's parcel. While it isn't known whether it was sent, the same is sent again, as the carrier compares.
   * @param {import('./orders.mjs').KeptOrder} order
   * @returns {Promise<Trouble | null>}
   */
  async function send(order) {
    if (carrier === null || order.delivery === 'home') return { problem: 'This shop sends no such parcels.' };
    if (order.shipment === 'created') return null;
    const { pointId } = order;
    if (order.shipment === 'none') {
      const validity = await ask(pointId, order);
      if (!validity.isValid) return { ...validity, problem: describeProblem(pointId, validity) };
    }
    const trouble = await sendParcel(carrier, order);
    if (!trouble?.isPointRefused) return trouble;
    // The carrier knows better than the list that Droppoint has published.
    return { ...trouble, alternatives: (await ask(pointId, order, { excludeIds: pointId })).alternatives };
  }

  /**
   * @param {import('./orders.mjs').KeptOrder} order
   * @param {URLSearchParams | null} form
   * @returns {Promise<Trouble | null>}
   */
  async function move(order, form) {
    if (order.shipment !== 'none')
      return { problem: 'The carrier has this parcel, or may have it: it can’t go elsewhere.' };
    const id = (form?.get('instead') ?? form?.get('pickup_point') ?? '').trim();
    const validity = await ask(id, order);
    if (!validity.isValid) return { ...validity, problem: describeProblem(id, validity) };
    // Somebody else may have sent it meanwhile.
    if (order.shipment === 'none') orders.move(order, validity);
    return null;
  }

  /**
   * @param {string} id
   * @param {import('./orders.mjs').KeptOrder} order
   * @param {Record<string, string>} [further]
   */
  function ask(id, { place }, further) {
    return checkPoint(droppoint, id, { country: countries, ...place, ...further });
  }

  /**
   * @param {import('./orders.mjs').KeptOrder} order
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
      return reply(502, `There is no label now (${error.code}): please come back.`, 'text/plain');
    }
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {Reply} reply
   */
  async function letTimePass({ headers: { referer } }, reply) {
    await fetch(clockUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hours: HOURS_AT_ONCE }),
    });
    const [path = '/admin'] = /\/admin\/orders\/[\w-]+$/.exec(referer ?? '') ?? [];
    return reply(303, '', 'text/plain', { location: path });
  }
}
