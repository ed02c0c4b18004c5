import {
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
import { isAddressOf, type PickupPoint } from '@droppoint/platform/order';
import { copyAddress, toPlain, type MedusaAddress } from '../addresses.ts';
import { CART_FIELDS, type CartToDeliver } from '../cart.ts';
import { findMethod, serviceOf } from '../pickup.ts';

/** Forgets a cart's point, and decides which delivery address it has instead. */
const forgetPointStep = createStep(
  'droppoint-forget-point',
  async ({ cart }: { cart: CartToDeliver }, { container }) => {
    const service = serviceOf(container);
    const [row] = await service.listPickups({ cart_id: cart.id });
    const point = (row?.point ?? null) as unknown as PickupPoint | null;
    if (row) await service.deletePickups(row.id);
    const own = (row?.own_address as MedusaAddress | null | undefined) ?? copyAddress(cart.billing_address);
    const isPoints = point !== null && isAddressOf(toPlain(cart.shipping_address), point);
    return new StepResponse({ id: cart.id, ...(isPoints && { shipping_address: own }) });
  },
);

/** Removes a cart's point and its shipping method: for a shopper who prefers home delivery after all. */
export const removePickupPointWorkflow = createWorkflow(
  'remove-pickup-point',
  (input: { cart_id: string }) => {
    const { data: carts } = useQueryGraphStep({
      entity: 'cart',
      fields: [...CART_FIELDS],
      filters: { id: input.cart_id },
      options: { throwIfKeyNotFound: true },
    });
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
