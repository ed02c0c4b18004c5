import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { ContainerRegistrationKeys, MedusaError, Modules } from '@medusajs/framework/utils';
import { CART_FIELDS } from '../../../../../cart.ts';
import { findMethod, serviceOf } from '../../../../../pickup.ts';
import { removePickupPointWorkflow } from '../../../../../workflows/remove-pickup-point.ts';
import { setPickupPointWorkflow } from '../../../../../workflows/set-pickup-point.ts';
import type { PickupPoint } from '@droppoint/platform/order';

const LOCK_SECONDS = 20;

/** Two tabs may change a cart at once. */
const lockCart = <Result>({ scope, params }: MedusaRequest, change: () => Promise<Result>) =>
  scope.resolve(Modules.LOCKING).execute(`droppoint:${params['id']}`, change, { timeout: LOCK_SECONDS });

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
    await lockCart(request, () =>
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
  await lockCart(request, () => removePickupPointWorkflow(request.scope).run({ input: { cart_id } }));
  response.json(await describe(request));
}

/**
 * Checks a refused point again, because an error of the provider can't carry more than a sentence.
 * @returns null if something else is wrong
 */
async function explain(request: MedusaRequest<{ option_id: string; point_id: string }>, error: unknown) {
  if ((error as Partial<MedusaError>).type !== MedusaError.Types.NOT_ALLOWED) return null;
  const { scope, params, validatedBody } = request;
  const query = scope.resolve(ContainerRegistrationKeys.QUERY);
  const [carts, options] = await Promise.all([
    query.graph({ entity: 'cart', fields: ['locale'], filters: { id: params['id'] } }),
    query.graph({
      entity: 'shipping_option',
      fields: ['data'],
      filters: { id: validatedBody.option_id },
    }),
  ]);
  const service = serviceOf(scope);
  const [row] = await service.listPickups({ cart_id: params['id'] });
  const stored = (row?.point ?? null) as unknown as PickupPoint | null;
  const known = stored?.id === validatedBody.point_id ? stored : null;
  const needs = service.kit.needsOf(options.data[0]?.data?.['id']);
  if (needs === null) return null;
  const { locale } = carts.data[0] as { locale?: string | null };
  const verdict = await service.kit.points.check(validatedBody.point_id, needs, known, locale);
  if (verdict.mayAccept) return null;
  const { problem, message, meant, alternatives } = verdict;
  return { type: 'not_allowed', code: problem, message, meant, alternatives };
}

async function describe({ scope, params }: MedusaRequest) {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: 'cart',
    fields: ['total', ...CART_FIELDS],
    filters: { id: params['id'] },
  });
  const { shipping_methods: methods, ...cart } = data[0] as Record<string, unknown>;
  const found = findMethod(methods as never);
  return { cart, point: found?.pickup.point ?? null };
}
