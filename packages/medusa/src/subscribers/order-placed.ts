import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { adoptOrder } from '../orders.ts';

export default function orderPlaced({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  return adoptOrder(container, event.data.id);
}

export const config: SubscriberConfig = {
  event: 'order.placed',
  context: { subscriberId: 'droppoint-order-placed' },
};
