import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { CART_FIELDS, type CartToDeliver } from '../../../../../cart.ts';
import { lock } from '../../../../../lock.ts';
import { findMethod } from '../../../../../pickup.ts';
import { findRow } from '../../../../../query.ts';
import { removePickupPointWorkflow, setPickupPointWorkflow } from '../../../../../workflows/pickup-point.ts';

/**
 * Sets a cart's point. A refused one is answered with 409, a sentence for the shopper, the id that was
 * probably intended, and the nearest others.
 */
export async function POST(
  request: MedusaRequest<{ option_id: string; point_id: string }>,
  response: MedusaResponse,
): Promise<void> {
  const { scope, params, validatedBody } = request;
  const cart_id = params['id']!;
  try {
    // Two tabs may change a cart at once.
    await lock(scope, cart_id, () =>
      setPickupPointWorkflow(scope).run({ input: { cart_id, ...validatedBody } }),
    );
  } catch (error) {
    const { refusal } = error as { refusal?: object };
    if (refusal === undefined) throw error;
    response.status(409).json(refusal);
    return;
  }
  await answer(request, response);
}

/** Removes a cart's point, and the point's address with it. */
export async function DELETE(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { scope, params } = request;
  const cart_id = params['id']!;
  await lock(scope, cart_id, () => removePickupPointWorkflow(scope).run({ input: { cart_id } }));
  await answer(request, response);
}

async function answer({ scope, params }: MedusaRequest, response: MedusaResponse): Promise<void> {
  const found = await findRow<CartToDeliver>(scope, 'cart', ['total', ...CART_FIELDS], { id: params['id'] });
  const { shipping_methods: methods, ...cart } = found!;
  response.json({ cart, point: findMethod(methods)?.pickup.point ?? null });
}
