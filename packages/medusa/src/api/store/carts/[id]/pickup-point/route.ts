import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { MedusaError } from '@medusajs/framework/utils';
import { CART_FIELDS, type CartToDeliver } from '../../../../../cart.ts';
import { lock } from '../../../../../lock.ts';
import { describeRefusal, findMethod, serviceOf, type Method } from '../../../../../pickup.ts';
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
  const { option_id, point_id } = request.validatedBody;
  const cart_id = request.params['id']!;
  try {
    // Two tabs may change a cart at once.
    await lock(request.scope, cart_id, () =>
      setPickupPointWorkflow(request.scope).run({ input: { cart_id, option_id, point_id } }),
    );
  } catch (error) {
    const refusal = await explain(request, error);
    if (refusal === null) throw error;
    response.status(409).json(refusal);
    return;
  }
  response.json(await describe(request));
}

/** Removes a cart's point, and the point's address with it. */
export async function DELETE(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const cart_id = request.params['id']!;
  await lock(request.scope, cart_id, () =>
    removePickupPointWorkflow(request.scope).run({ input: { cart_id } }),
  );
  response.json(await describe(request));
}

/**
 * Checks a refused point again, because an error of the provider can't carry more than a sentence.
 * @returns null if something else is wrong
 */
async function explain(request: MedusaRequest<{ option_id: string; point_id: string }>, error: unknown) {
  if ((error as Partial<MedusaError>).type !== MedusaError.Types.NOT_ALLOWED) return null;
  const { scope, params, validatedBody } = request;
  const { option_id, point_id } = validatedBody;
  const id = params['id']!;
  const service = serviceOf(scope);
  const [cart, option, row] = await Promise.all([
    findRow<{ locale?: string | null }>(scope, 'cart', ['locale'], { id }),
    findRow<Pick<Method, 'data'>>(scope, 'shipping_option', ['data'], { id: option_id }),
    service.findPickup({ cart_id: id }),
  ]);
  const needs = service.kit.needsOf(option?.data?.['id']);
  if (needs === null) return null;
  const known = row?.point?.id === point_id ? row.point : null;
  const verdict = await service.kit.points.check(point_id, needs, known, cart?.locale);
  return verdict.mayAccept ? null : describeRefusal(verdict);
}

async function describe({ scope, params }: MedusaRequest) {
  const found = await findRow<CartToDeliver>(scope, 'cart', ['total', ...CART_FIELDS], { id: params['id'] });
  const { shipping_methods: methods, ...cart } = found!;
  return { cart, point: findMethod(methods)?.pickup.point ?? null };
}
