import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { storeParcel } from '../parcels.ts';
import { serviceOf } from '../pickup.ts';

type Data = { order_id: string; fulfillment_id: string };

/** Stores the new parcel. Its order's point needs no further checks, except before another parcel. */
export default async function fulfillmentCreated({ event, container }: SubscriberArgs<Data>): Promise<void> {
  const { order_id, fulfillment_id } = event.data;
  await storeParcel(container, fulfillment_id);
  await serviceOf(container).updatePickups({ selector: { order_id }, data: { is_done: true } });
}

export const config: SubscriberConfig = {
  event: 'order.fulfillment_created',
  context: { subscriberId: 'droppoint-fulfillment-created' },
};
