import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import type { MedusaContainer } from '@medusajs/framework/types';
import { adoptOrder, offerReturn, readOrder } from '../orders.ts';
import { storeParcel } from '../parcels.ts';
import { serviceOf } from '../pickup.ts';

type Data = Record<'id' | 'order_id' | 'fulfillment_id' | 'return_id', string>;
type Handler = (container: MedusaContainer, orderId: string, data: Data) => Promise<unknown>;

/** Sets whether an order's point needs no further checks. */
const setDone = (container: MedusaContainer, order_id: string, is_done: boolean) =>
  serviceOf(container).updatePickups({ selector: { order_id }, data: { is_done } });

/** The plugin's part in Medusa's events of an order, by their names. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  'order.placed': adoptOrder,
  'order.canceled': (container, orderId) => setDone(container, orderId, true),
  'order.fulfillment_created': async (container, orderId, { fulfillment_id }) => {
    await storeParcel(container, fulfillment_id);
    await setDone(container, orderId, true);
  },
  // Its parcel won't be sent, so check its point again.
  'order.fulfillment_canceled': (container, orderId) => setDone(container, orderId, false),
  // Medusa gives the provider no part in a return.
  'order.return_requested': async (container, orderId, { return_id }) =>
    offerReturn(container, await readOrder(container, orderId), return_id),
};

export default async function handle({ event, container }: SubscriberArgs<Data>): Promise<void> {
  const { name, data } = event;
  await HANDLERS[name]!(container, data.order_id ?? data.id, data);
}

export const config: SubscriberConfig = {
  event: Object.keys(HANDLERS),
  context: { subscriberId: 'droppoint-orders' },
};
