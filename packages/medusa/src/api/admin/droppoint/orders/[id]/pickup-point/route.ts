import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { setOrderPoint } from '../../../../../../orders.ts';
import { describeRefusal } from '../../../../../../pickup.ts';

/** Changes the point of an order; 409 with the nearest others if the new one can't be used. */
export async function POST(
  { scope, params, validatedBody }: MedusaRequest<{ point_id: string }>,
  response: MedusaResponse,
): Promise<void> {
  const verdict = await setOrderPoint(scope, params['id']!, validatedBody.point_id);
  const { mayAccept, problem, point } = verdict;
  if (mayAccept) response.json({ point, problem });
  else response.status(409).json(describeRefusal(verdict));
}
