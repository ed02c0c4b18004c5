import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { serviceOf } from '../../../../pickup.ts';
import { labelPathOf } from '../../../../settings.ts';
import { addOrderNumbers, readListQuery } from '../list.ts';

/** The shop's parcels, newest first; with `state`, those in that state. */
export async function GET(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { state, ...part } = readListQuery(request);
  const [parcels, count] = await serviceOf(request.scope).listAndCountParcels(state ? { state } : {}, {
    ...part,
    order: { created_at: 'DESC' },
  });
  const rows = parcels.map(({ number, state: current, state_at, order_id }) => ({
    number,
    state: current,
    state_at,
    order_id,
    label_path: labelPathOf(number),
  }));
  response.json({ count, rows: await addOrderNumbers(request, rows) });
}
