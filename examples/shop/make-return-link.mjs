import { createReturnLink } from '@droppoint/platform/shop';

const DAYS_TO_RETURN = 30;
const DAY_MS = 86_400_000;

/**
 * Makes the link with which the customer can create the order's return, once. The return's first webhook,
 * which names the order, shows that the link was used.
 * @param {string} droppoint origin of Droppoint
 * @param {string} secret one of its operator's RETURN_LINK_SECRETS
 * @param {import('./orders.mjs').StoredOrder} order
 */
export const makeReturnLink = (droppoint, secret, { number, pointId, deduplicationId }) =>
  createReturnLink({
    origin: droppoint,
    secret,
    orderNumber: number,
    countryCode: pointId.slice(0, 2),
    // Links with the same id are for the same return.
    id: deduplicationId,
    expiresAt: new Date(Date.now() + DAYS_TO_RETURN * DAY_MS),
  });
