import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { serviceOf } from '../../../../pickup.ts';
import { addOrderNumbers, readListQuery } from '../list.ts';

/** The orders that wait to be sent, and whose point can't be used. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { skip, take } = readListQuery(request);
  const filters = { order_id: { $ne: null }, problem: { $ne: null, $nin: ['unchecked'] }, is_done: false };
  const [pickups, count] = await serviceOf(request.scope).listAndCountPickups(filters as never, {
    skip,
    take,
    order: { updated_at: 'DESC' },
  });
  const rows = pickups.map(({ order_id, point, problem, checked_at }) => ({
    order_id: order_id!,
    point,
    problem,
    checked_at,
  }));
  response.json({ count, rows: await addOrderNumbers(request, rows) });
}
