import { AppError, UnknownOutcomeError } from '@droppoint/platform';
import { splitName } from '@droppoint/platform/order';

/** The sender, and where the carrier collects parcels. */
const SENDER = {
  companyName: 'Kiln & Kettle',
  firstName: 'Ida',
  lastName: 'Brzoza',
  email: 'ida@kettle.example',
  phone: '+48500000101',
};
const WAREHOUSE = {
  countryCode: 'PL',
  street: 'Mglista',
  houseNumber: '7',
  city: 'Testowo',
  postalCode: '00-950',
};

/**
 * Sends an order's parcel to its point. If that fails, the order stays as it is and can be sent again. It
 * is never sent twice, because its deduplication id stays the same.
 * @param {import('./carrier.mjs').Carrier} carrier
 * @param {import('./orders.mjs').StoredOrder} order
 * @returns {Promise<{problem: string, isPointRefused?: boolean} | null>} the message for staff; null if it
 *   was sent
 */
export async function sendParcel({ platform, organizationId }, order) {
  // From here on the point must not change: the carrier may have the parcel even if its answer is lost.
  order.shipment = 'open';
  try {
    const { data } = await platform.shipments.create(organizationId, describeParcel(order), {
      deduplicationId: order.deduplicationId,
    });
    Object.assign(order, { shipment: 'created', trackingNumber: data.trackingNumber });
    return null;
  } catch (error) {
    if (error instanceof UnknownOutcomeError) return { problem: UNKNOWN };
    order.shipment = 'none';
    if (!(error instanceof AppError)) throw error;
    // Log neither the customer nor the order.
    console.error(`A parcel was not sent: ${error.code}, request ${error.requestId ?? 'unknown'}`);
    return explain(error);
  }
}

const UNKNOWN =
  'The carrier didn’t answer, so we don’t know whether it has the parcel. Send it again: it won’t be sent twice.';

/** @param {AppError} error */
function explain({ code, fields }) {
  if (fields.some(({ path }) => path.startsWith('destination')))
    return {
      problem: 'The carrier doesn’t deliver to this point any more. Please choose another.',
      isPointRefused: true,
    };
  if (fields.length > 0) {
    const refused = fields.map(({ path, codes }) => `${path} (${codes.join(', ')})`);
    return { problem: `The carrier refuses ${refused.join(', ')}.` };
  }
  return { problem: `The parcel wasn’t sent (${code}). Please try again later.` };
}

/** @param {import('./orders.mjs').StoredOrder} order */
function describeParcel({ number, name, email, phone, pointId }) {
  return {
    sender: SENDER,
    recipient: { ...splitName(name), email, phone },
    origin: WAREHOUSE,
    // The first two letters of an id are its point's country.
    destination: { countryCode: pointId.slice(0, 2), pointId },
    parcels: [{ type: 'STANDARD', weight: { amount: 2.4, unit: 'KG' } }],
    references: { custom: { order: number } },
  };
}
