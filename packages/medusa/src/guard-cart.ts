import { decideOrder } from '@droppoint/platform/order';
import type { MedusaContainer } from '@medusajs/framework/types';
import { readOrderAddresses } from './addresses.ts';
import type { CartToDeliver } from './cart.ts';
import { describeVerdict, findMethod, refusePickup, serviceOf } from './pickup.ts';

/** A cart as far as the check reads it. */
interface Cart extends CartToDeliver {
  locale?: string | null;
  payment_collection?: {
    captured_amount?: unknown;
    payment_sessions?: ({ status?: string } | null)[] | null;
  } | null;
}

const ADDRESS_CHANGED = 'The delivery address isn’t that of the pick-up point. Please choose it again.';

/**
 * Checks a cart's point again before it becomes an order, also if a payment provider completes it. A shop
 * writes `completeCartWorkflow.hooks.validate(guardCart)`, or calls it in its own handler, because Medusa
 * allows only one.
 *
 * If the money is already taken, an order with a problem is placed, and marked: Medusa would refund it, and
 * nobody would tell the customer.
 * @throws MedusaError with the problem as its code and a sentence for the shopper
 */
export async function guardCart(
  { cart: unknownCart }: { cart: unknown },
  { container }: { container: Pick<MedusaContainer, 'resolve'> },
): Promise<void> {
  const cart = unknownCart as Cart;
  const service = serviceOf(container);
  const found = findMethod(cart.shipping_methods);
  const row = await service.findPickup({ cart_id: cart.id });
  if (found === null && row === null) return;
  const isPaid = isCaptured(cart);
  const { action, verdict, point, move } = await decideOrder(
    {
      needs: found && (service.needsOf(found.pickup.option) ?? { countries: [], types: [] }),
      point: found ? found.pickup.point : row!.point,
      addresses: readOrderAddresses(cart),
      isPaid,
      language: cart.locale,
    },
    service.points,
  );
  if (action === 'refuse') throw refusePickup(verdict!.message, verdict!.problem);
  // A hook can't change the cart, of which the order is already being made.
  if (move !== null && !isPaid) throw refusePickup(ADDRESS_CHANGED, 'address');
  if (found === null && move === null && action === 'accept') return service.deletePickups(row!.id);
  const result = verdict ?? { problem: 'address', alternatives: [] };
  await service.savePickup({ cart_id: cart.id }, { point, ...describeVerdict(result) });
}

const isCaptured = ({ payment_collection: payments }: Cart): boolean =>
  Number(payments?.captured_amount ?? 0) > 0 ||
  (payments?.payment_sessions ?? []).some((session) => session?.status === 'captured');
