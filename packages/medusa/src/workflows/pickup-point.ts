import {
  addShippingMethodToCartWorkflow,
  removeShippingMethodFromCartStep,
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
import { isAddressOf, isFilled, moveToPoint } from '@droppoint/platform/order';
import { copyAddress, personOf, toMedusa, toPlain } from '../addresses.ts';
import { CART_FIELDS, type CartToDeliver } from '../cart.ts';
import { findMethod, serviceOf } from '../pickup.ts';

type Input = { cart: CartToDeliver };

/** Stores the point that the provider has checked, and decides how the cart's addresses change. */
const storePointStep = createStep(
  'droppoint-store-point',
  async ({ cart }: Input, { container }) => {
    const service = serviceOf(container);
    const key = { cart_id: cart.id };
    const earlier = await service.findPickup(key);
    const { point, problem } = findMethod(cart.shipping_methods)!.pickup;
    const { shipping_address: address, billing_address: billing } = cart;
    const shipping = toPlain(address);
    const isOwn = !earlier?.point || !isAddressOf(shipping, earlier.point);
    const move = moveToPoint({ shipping, billing: toPlain(billing) }, point!, earlier?.point ?? null);
    const own = isOwn && isFilled(shipping) ? { own_address: copyAddress(address) } : {};
    await service.savePickup(key, { point, problem, alternatives: [], ...own });
    const changes = {
      id: cart.id,
      ...(move && { shipping_address: { ...personOf(address), ...toMedusa(move.shipping) } }),
      ...(move?.storesOwn && { billing_address: copyAddress(address) }),
    };
    return new StepResponse(changes, { key, earlier });
  },
  async (undo, { container }) => {
    if (!undo) return;
    const { point = null, problem = null, own_address = null } = undo.earlier ?? {};
    await serviceOf(container).savePickup(undo.key, { point, problem, own_address });
  },
);

/** Forgets a cart's point, and decides which delivery address it has instead. */
const forgetPointStep = createStep('droppoint-forget-point', async ({ cart }: Input, { container }) => {
  const service = serviceOf(container);
  const row = await service.findPickup({ cart_id: cart.id });
  if (row) await service.deletePickups(row.id);
  const own = row?.own_address ?? copyAddress(cart.billing_address);
  const isPoints = row?.point != null && isAddressOf(toPlain(cart.shipping_address), row.point);
  return new StepResponse({ id: cart.id, ...(isPoints && { shipping_address: own }) });
});

const readCart = (id: string) => ({
  entity: 'cart' as const,
  fields: [...CART_FIELDS],
  filters: { id },
  options: { throwIfKeyNotFound: true },
});

export interface SetPickupPointInput {
  cart_id: string;
  /** The shipping option, which needs a point. */
  option_id: string;
  point_id: string;
}

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
  const { data: carts } = useQueryGraphStep(readCart(input.cart_id));
  const cart = transform({ carts }, (data): Input => ({ cart: data.carts[0] as unknown as CartToDeliver }));
  const changes = storePointStep(cart);
  updateCartWorkflow.runAsStep({ input: changes as never });
  return new WorkflowResponse(changes);
});

/** Removes a cart's point and its shipping method: for a shopper who prefers home delivery after all. */
export const removePickupPointWorkflow = createWorkflow(
  'remove-pickup-point',
  (input: { cart_id: string }) => {
    const { data: carts } = useQueryGraphStep(readCart(input.cart_id));
    const found = transform({ carts }, (data) => {
      const cart = data.carts[0] as unknown as CartToDeliver;
      const method = findMethod(cart.shipping_methods)?.method;
      return { cart, removed: { shipping_method_ids: method ? [method.id] : [] } };
    });
    removeShippingMethodFromCartStep(found.removed);
    const changes = forgetPointStep(found);
    updateCartWorkflow.runAsStep({ input: changes as never });
    return new WorkflowResponse(changes);
  },
);
