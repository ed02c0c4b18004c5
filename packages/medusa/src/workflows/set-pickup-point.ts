import {
  addShippingMethodToCartWorkflow,
  updateCartWorkflow,
  useQueryGraphStep,
} from '@medusajs/medusa/core-flows';
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from '@medusajs/framework/workflows-sdk';
import { isAddressOf, isFilled, moveToPoint, type PickupPoint } from '@droppoint/platform/order';
import { copyAddress, personOf, toMedusa, toPlain } from '../addresses.ts';
import { CART_FIELDS, type CartToDeliver } from '../cart.ts';
import { findMethod, savePickup, serviceOf } from '../pickup.ts';

export interface SetPickupPointInput {
  cart_id: string;
  /** The shipping option, which needs a point. */
  option_id: string;
  point_id: string;
}

/** Stores the point that the provider has checked, and decides how the cart's addresses change. */
const storePointStep = createStep(
  'droppoint-store-point',
  async ({ cart }: { cart: CartToDeliver }, { container }) => {
    const service = serviceOf(container);
    const [earlier] = await service.listPickups({ cart_id: cart.id });
    const { point, problem } = findMethod(cart.shipping_methods)!.pickup;
    const earlierPoint = (earlier?.point ?? null) as unknown as PickupPoint | null;
    const { shipping_address: address, billing_address: billing } = cart;
    const shipping = toPlain(address);
    const isPoints = earlierPoint !== null && isAddressOf(shipping, earlierPoint);
    const move = moveToPoint({ shipping, billing: toPlain(billing) }, point!, earlierPoint);
    await savePickup(
      service,
      { cart_id: cart.id },
      {
        point,
        problem,
        alternatives: [],
        ...(!isPoints && isFilled(shipping) && { own_address: copyAddress(address) }),
      },
    );
    const changes = {
      id: cart.id,
      ...(move && { shipping_address: { ...personOf(address), ...toMedusa(move.shipping) } }),
      ...(move?.storesOwn && { billing_address: copyAddress(address) }),
    };
    return new StepResponse(changes, { cart_id: cart.id, earlier });
  },
  async (undo, { container }) => {
    if (!undo) return;
    const { point = null, problem = null, own_address = null } = undo.earlier ?? {};
    await savePickup(serviceOf(container), { cart_id: undo.cart_id }, { point, problem, own_address });
  },
);

/**
 * Checks a point, stores it in the cart with its shipping option, and makes it the delivery address; the
 * customer's own becomes the billing address, unless there already is one.
 */
export const setPickupPointWorkflow = createWorkflow('set-pickup-point', (input: SetPickupPointInput) => {
  const method = transform({ input }, ({ input: { cart_id, option_id, point_id } }) => ({
    cart_id,
    options: [{ id: option_id, data: { pickup_point_id: point_id } }],
  }));
  addShippingMethodToCartWorkflow.runAsStep({ input: method });
  const { data: carts } = useQueryGraphStep({
    entity: 'cart',
    fields: [...CART_FIELDS],
    filters: { id: input.cart_id },
  });
  const cart = transform({ carts }, (data) => ({ cart: data.carts[0] as unknown as CartToDeliver }));
  const changes = storePointStep(cart);
  updateCartWorkflow.runAsStep({ input: changes as never });
  return new WorkflowResponse(changes);
});
