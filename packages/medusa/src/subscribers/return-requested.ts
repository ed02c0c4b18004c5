import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { offerReturn, readOrder } from '../orders.ts';

type Data = { order_id: string; return_id: string };

/** Offers the customer a link when a return is requested, in which Medusa has no part for the provider. */
export default async function returnRequested({ event, container }: SubscriberArgs<Data>): Promise<void> {
  const { order_id, return_id } = event.data;
  await offerReturn(container, await readOrder(container, order_id), return_id);
}

export const config: SubscriberConfig = {
  event: 'order.return_requested',
  context: { subscriberId: 'droppoint-return-requested' },
};
