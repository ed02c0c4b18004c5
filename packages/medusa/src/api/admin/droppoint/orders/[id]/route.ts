import { describeFailure, fetchParcels, type DescribedParcel } from '@droppoint/platform/order';
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { findOrderMethod, readOrder, type Order } from '../../../../../orders.ts';
import { serviceOf } from '../../../../../pickup.ts';
import { labelPathOf } from '../../../../../settings.ts';

/**
 * The point of an order, its problem, and its parcels with their events, which are fetched from the carrier
 * now; `carrier_error` says why there are none.
 */
export async function GET({ scope, params }: MedusaRequest, response: MedusaResponse): Promise<void> {
  const service = serviceOf(scope);
  const order = await readOrder(scope, params['id']!);
  const found = await findOrderMethod(scope, order);
  if (found === null) {
    response.json({ needs: null });
    return;
  }
  const row = await service.findPickup({ order_id: order.id });
  const parcels = await service.listParcels({ order_id: order.id }, { order: { created_at: 'ASC' } });
  const numbers = parcels.map(({ number }) => number);
  const { fetched, carrier_error } = await fetchEvents(scope, order, numbers);
  response.json({
    origin: service.settings.origin,
    needs: service.needsOf(found.pickup.option),
    point: row?.point ?? found.pickup.point,
    problem: row?.problem ?? null,
    alternatives: row?.alternatives ?? [],
    return: row?.return?.stored ?? null,
    parcels: parcels.map(({ number, state, state_at, fulfillment_id }, at) => ({
      number,
      state,
      state_at,
      fulfillment_id,
      label_path: labelPathOf(number),
      events: fetched[at]?.events ?? [],
    })),
    carrier_error,
  });
}

async function fetchEvents(scope: MedusaRequest['scope'], order: Order, numbers: string[]) {
  const fetched: DescribedParcel[] = [];
  if (numbers.length === 0) return { fetched, carrier_error: null };
  try {
    const carrier = serviceOf(scope).accounts.of(order.sales_channel_id);
    return { fetched: await fetchParcels(carrier, numbers), carrier_error: null };
  } catch (error) {
    const failure = describeFailure(error);
    if (failure === null) throw error;
    return { fetched, carrier_error: failure.message };
  }
}
