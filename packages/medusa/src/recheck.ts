import {
  BATCH_SIZE,
  preserveKnown,
  recheckOrders,
  type RecheckResult,
  type WaitingOrder,
} from '@droppoint/platform/order';
import type { MedusaContainer } from '@medusajs/framework/types';
import { emitPointClosed } from './events.ts';
import type { PickupRow } from './modules/droppoint/service.ts';
import { describeVerdict, serviceOf } from './pickup.ts';

type Row = PickupRow & WaitingOrder & { order_id: string };

/**
 * Checks the points of orders that are waiting to be sent. Marks those whose point has closed, with the
 * nearest others, and emits an event for each; fills in missing data of points.
 */
export function recheckPoints(container: MedusaContainer): Promise<RecheckResult> {
  const service = serviceOf(container);
  return recheckOrders<Row>(
    {
      async read(after) {
        const filters = {
          order_id: { $ne: null },
          point: { $ne: null },
          is_done: false,
          ...(after && { id: { $gt: after.id } }),
        };
        const options = { take: BATCH_SIZE, order: { id: 'ASC' } };
        return (await service.listPickups(filters as never, options)) as unknown as Row[];
      },
      markChecked: (rows) =>
        service.updatePickups({
          selector: { id: rows.map(({ id }) => id) },
          data: { checked_at: new Date() },
        }),
      store: ({ order_id, point }, verdict) =>
        service.savePickup(
          { order_id },
          { point: preserveKnown(verdict, point), ...describeVerdict(verdict) },
        ),
      reportClosed: ({ order_id }, { problem }) => emitPointClosed(container, order_id, problem),
      languageOf: () => null,
    },
    service.points,
  );
}
