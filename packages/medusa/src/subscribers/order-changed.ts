import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { serviceOf } from '../pickup.ts';

type Data = { id?: string; order_id?: string };

/** Checks the point of a cancelled order no longer, but again that of one whose parcel won't be sent. */
export default async function orderChanged({ event, container }: SubscriberArgs<Data>): Promise<void> {
  const is_done = event.name === 'order.canceled';
  const order_id = event.data.order_id ?? event.data.id!;
  await serviceOf(container).updatePickups({ selector: { order_id }, data: { is_done } });
}

export const config: SubscriberConfig = {
  event: ['order.canceled', 'order.fulfillment_canceled'],
  context: { subscriberId: 'droppoint-order-changed' },
};
