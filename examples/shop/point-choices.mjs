import { AppError, describeError, readWebhook } from '@droppoint/platform';
import { createPointLink, readPointChoice } from '@droppoint/platform/shop';
import { checkPoint } from './check-point.mjs';
import { describeProblem } from './read-order.mjs';

const HOUR_MS = 3_600_000;
/** How long links are valid: one in a message waits for the customer, one on the order's page is followed at once. */
const LIFETIMES_MS = { mail: 7 * 24 * HOUR_MS, page: HOUR_MS };

/**
 * @typedef {import('./orders.mjs').StoredOrder} StoredOrder
 * @typedef {{ isAccepted: boolean, message: string, order: StoredOrder | null }} Decision
 * @typedef {ReturnType<typeof createPointChoices>} PointChoices
 */

/**
 * Lets customers choose the point of an order on Droppoint's page: after an order by phone, when the point
 * has closed, or to change it. Droppoint stores nothing; the signed result comes back to this server.
 * @param {object} parts
 * @param {string} parts.droppoint origin of Droppoint
 * @param {string} parts.secret one of its operator's POINT_LINK_SECRETS for this shop
 * @param {string} parts.shop this shop's own origin
 * @param {string} parts.countries that the shop delivers to
 * @param {import('./orders.mjs').Orders} parts.orders
 * @param {(order: StoredOrder) => Promise<void>} parts.settle called when an order has changed
 */
export function createPointChoices({ droppoint, secret, shop, countries, orders, settle }) {
  /**
   * @param {StoredOrder} order
   * @param {keyof typeof LIFETIMES_MS} way
   */
  function makeLink({ number, token, pointId, place }, way) {
    return createPointLink({
      origin: droppoint,
      secret,
      // The result names it, and nobody else can sign one.
      id: number,
      orderNumber: number,
      ...(pointId !== '' && { value: pointId }),
      ...(place && {
        position: { latitude: Number(place.latitude), longitude: Number(place.longitude) },
      }),
      country: countries,
      language: 'en',
      returnTo: `${shop}/orders/${token}/point`,
      // A customer may close the page before the shop's opens.
      ...(way === 'mail' && { notify: `${shop}/points/chosen` }),
      expiresAt: new Date(Date.now() + LIFETIMES_MS[way]),
    });
  }

  /**
   * Decides about a choice: the newest one counts, until the parcel is sent.
   * @param {string | null} result
   * @returns {Promise<Decision>}
   */
  async function decide(result) {
    const choice = await readPointChoice(result, [secret]);
    if (choice === 'expired' || choice === 'invalid')
      return {
        isAccepted: false,
        message: 'This choice isn’t valid any more. Please choose again.',
        order: null,
      };
    const order = orders.byNumber(choice.id) ?? null;
    if (order === null) return { isAccepted: false, message: 'We don’t know this order any more.', order };
    if (order.shipment !== 'none')
      return {
        isAccepted: false,
        message: 'Your parcel is already with the carrier, so its point stays.',
        order,
      };
    // The page was reloaded, or the notification came before the customer.
    if (choice.chosenAt <= order.chosenAt) return accept(order);
    const validity = await checkPoint(droppoint, choice.point, { country: countries });
    if (!validity.isValid)
      return { isAccepted: false, message: describeProblem(choice.point, validity), order };
    // Someone may have sent the parcel in the meantime, or chosen again.
    if (order.shipment === 'none' && choice.chosenAt > order.chosenAt) {
      orders.move(order, validity, choice.chosenAt);
      order.letter = null;
      await settle(order);
    }
    return accept(order);
  }

  /** @param {StoredOrder} order @returns {Decision} */
  const accept = (order) => ({
    isAccepted: true,
    message: `Thank you. We will send it to ${order.pointLines.join(', ') || order.pointId}.`,
    order,
  });

  return {
    makeLink,
    decide,

    /**
     * Asks the customer for a point. A real shop sends the letter by mail.
     * @param {StoredOrder} order
     */
    async requestPoint(order) {
      const why =
        order.pointId === '' ? 'You have ordered by phone.' : 'Your pick-up point can’t be used any more.';
      order.letter = {
        text: `${why} Please choose where you collect it:`,
        link: await makeLink(order, 'mail'),
      };
    },

    /**
     * Receives a choice that Droppoint posts, and answers the sentence that its page shows.
     * @param {import('node:http').IncomingMessage} request
     * @returns {Promise<{status: number, body: string}>}
     */
    async receive(request) {
      try {
        const event = await readWebhook(request, { keys: [{ secret }], signed: 'timestamped' });
        const { isAccepted, message } = await decide(String(event['result']));
        return { status: isAccepted ? 200 : 409, body: JSON.stringify({ message }) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        console.error(`Refused a notification. ${describeError(error)}`);
        return { status: error.code === 'unauthorized' ? 401 : 400, body: '{}' };
      }
    },
  };
}
