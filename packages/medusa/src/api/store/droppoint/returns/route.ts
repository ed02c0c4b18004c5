import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { findOrder, offerReturn } from '../../../../orders.ts';

/**
 * Sends a link for a return to the customer of an order. The answer is the same whether or not there is such
 * an order, so that nobody can find out who bought something.
 */
export async function POST(
  { scope, validatedBody }: MedusaRequest<{ order_number: string; email: string }>,
  response: MedusaResponse,
): Promise<void> {
  const { order_number, email } = validatedBody;
  response.status(202).json({});
  const order = await findOrder(scope, { display_id: Number(order_number) });
  if (order?.email.toLowerCase() === email.toLowerCase()) await offerReturn(scope, order, order.id);
}
