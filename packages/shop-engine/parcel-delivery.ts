import type { DeliveryAddress } from '#contract/delivery-address.ts';
import type { ParcelState } from '#platform/parcel-state.ts';

/** A parcel for its markup in a mail. */
export interface Delivery {
  trackingNumber: string;
  /** The page of the parcel: `https://points.example/parcel#<number>`. */
  trackingUrl: string;
  /** The carrier's name, as customers know it. */
  carrier: string;
  /** The shop's name. */
  merchant: string;
  orderNumber: string;
  /** Names of the products in it, at least one. */
  items: readonly string[];
  /** Where it goes: a point, or the customer's own address. */
  address: DeliveryAddress;
  /** When it can be collected at the latest, or is delivered. */
  expectedUntil: Date;
  state: ParcelState | null;
}

/** schema.org's `OrderStatus`. */
const STATUSES: Readonly<Record<ParcelState, string>> = {
  registered: 'OrderProcessing',
  on_its_way: 'OrderInTransit',
  ready: 'OrderPickupAvailable',
  delivered: 'OrderDelivered',
  problem: 'OrderProblem',
  cancelled: 'OrderCancelled',
  returning: 'OrderReturned',
  returned: 'OrderReturned',
};

/**
 * Describes a parcel as schema.org's `ParcelDelivery`, JSON-LD for a mail: mail programs show from it where
 * the parcel is. In a `<script type="application/ld+json">`, write each `<` of it as `\u003c`.
 * @throws RangeError for a parcel without items, or an invalid time, because the markup requires both
 */
export function toParcelDelivery(delivery: Delivery) {
  const { trackingNumber, trackingUrl, carrier, merchant, orderNumber, items, address } = delivery;
  if (items.length === 0) throw new RangeError('A delivery needs the name of at least one item.');
  const { company, streetLine1, streetLine2, postalCode, city, countryCode } = address;
  return {
    '@context': 'https://schema.org',
    '@type': 'ParcelDelivery',
    trackingNumber,
    trackingUrl,
    carrier: { '@type': 'Organization', name: carrier },
    deliveryAddress: {
      '@type': 'PostalAddress',
      name: company || streetLine1,
      streetAddress: [streetLine1, streetLine2].filter(Boolean).join(', '),
      addressLocality: city,
      // The carrier's points have no region, which the markup requires.
      addressRegion: '',
      addressCountry: countryCode,
      postalCode,
    },
    expectedArrivalUntil: delivery.expectedUntil.toISOString(),
    itemShipped: items.map((name) => ({ '@type': 'Product', name })),
    partOfOrder: {
      '@type': 'Order',
      orderNumber,
      merchant: { '@type': 'Organization', name: merchant },
      orderStatus: `https://schema.org/${STATUSES[delivery.state ?? 'registered']}`,
    },
  };
}
