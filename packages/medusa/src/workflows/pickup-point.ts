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
import { readOrderAddresses, moveAddresses, copyAddress } from '../addresses.ts';
import { CART_FIELDS, type CartToDeliver } from '../cart.ts';
import { findMethod, serviceOf } from '../pickup.ts';

/** Stores the point that the provider has checked, and decides how the cart's addresses change. */
const storePointStep = createStep(
  'droppoint-store-point',
  async (cart: CartToDeliver, { container }) => {
    const service = serviceOf(container);
    const key = { cart_id: cart.id };
    const earlier = await service.findPickup(key);
    const { point, problem } = findMethod(cart.shipping_methods)!.pickup;
    const addresses = readOrderAddresses(cart);
    const isOwn = !earlier?.point || !isAddressOf(addresses.shipping, earlier.point);
    const own = isOwn && isFilled(addresses.shipping) && { own_address: copyAddress(cart.shipping_address) };
    await service.savePickup(key, { point, problem, alternatives: [], ...own });
    const move = moveToPoint(addresses, point!, earlier?.point ?? null);
    return new StepResponse({ id: cart.id, ...(move && moveAddresses(cart, move)) }, { key, earlier });
  },
  async (undo, { container }) => {
    if (!undo) return;
    const { point = null, problem = null, own_address = null } = undo.earlier ?? {};
    await serviceOf(container).savePickup(undo.key, { point, problem, own_address });
  },
);

/** Forgets a cart's point, and decides which delivery address it has instead. */
const forgetPointStep = createStep('droppoint-forget-point', async (cart: CartToDeliver, { container }) => {
  const service = serviceOf(container);
  const row = await service.findPickup({ cart_id: cart.id });
  if (row) await service.deletePickups(row.id);
  const own = row?.own_address ?? copyAddress(cart.billing_address);
  const isPoints = row?.point != null && isAddressOf(readOrderAddresses(cart).shipping, row.point);
  return new StepResponse({ id: cart.id, ...(isPoints && { shipping_address: own }) });
});

/** Reads a cart in a workflow. */
function readCart(id: string) {
  const { data: carts } = useQueryGraphStep({
    entity: 'cart',
    fields: [...CART_FIELDS],
    filters: { id },
    options: { throwIfKeyNotFound: true },
  });
  return transform({ carts }, (data) => data.carts[0] as unknown as CartToDeliver);
}

/**
 * Checks a point, stores it in the cart with its shipping option, and makes it the delivery address; the
 * customer's own becomes the billing address, unless there already is one.
 */
export const setPickupPointWorkflow = createWorkflow(
  'set-pickup-point',
  (input: { cart_id: string; option_id: string; point_id: string }) => {
    const method = transform({ input }, ({ input: { cart_id, option_id, point_id } }) => ({
      cart_id,
      options: [{ id: option_id, data: { pickup_point_id: point_id } }],
    }));
    addShippingMethodToCartWorkflow.runAsStep({ input: method });
    const changes = storePointStep(readCart(input.cart_id));
    updateCartWorkflow.runAsStep({ input: changes as never });
    return new WorkflowResponse(changes);
  },
);

/** Removes a cart's point and its shipping method: for a shopper who prefers home delivery after all. */
export const removePickupPointWorkflow = createWorkflow(
  'remove-pickup-point',
  (input: { cart_id: string }) => {
    const cart = readCart(input.cart_id);
    const removed = transform({ cart }, (data) => {
      const found = findMethod(data.cart.shipping_methods);
      return { shipping_method_ids: found ? [found.method.id] : [] };
    });
    removeShippingMethodFromCartStep(removed);
    const changes = forgetPointStep(cart);
    updateCartWorkflow.runAsStep({ input: changes as never });
    return new WorkflowResponse(changes);
  },
);
