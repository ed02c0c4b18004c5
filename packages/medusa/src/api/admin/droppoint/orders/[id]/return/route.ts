import { describeFailure } from '@droppoint/platform/order';
import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { createOrderReturn } from '../../../../../../orders.ts';

/** Creates a return of an order, once: later calls answer with the same one. */
export async function POST({ scope, params }: MedusaRequest, response: MedusaResponse): Promise<void> {
  try {
    response.json({ return: await createOrderReturn(scope, params['id']!) });
  } catch (error) {
    const failure = describeFailure(error);
    if (failure === null) throw error;
    response.status(502).json({ type: 'unexpected_state', ...failure });
  }
}
