import { decideOrder } from '@droppoint/platform/order';
import type { Injector, Order, OrderProcess, OrderState, RequestContext } from '@vendure/core';
import { addressesOf, applyMove, pointOf } from './address.ts';
import { toOrderFields, NO_POINT, OrderPoints } from './order-points.ts';
import { VendurePoints } from './points.ts';

/**
 * Checks an order's point again before payment, so that no order is paid for without a valid point. If the
 * check fails, a shopper is refused. For a payment provider or the staff, the order is only marked, because
 * the money has already been taken.
 */
export function createOrderProcess(): OrderProcess<OrderState> {
  let orderPoints: OrderPoints;
  let points: VendurePoints;

  /**
   * Changes the order in place; Vendure saves it after the transition.
   * @returns why the shopper is refused, a sentence; undefined if the order goes on
   */
  async function decide(ctx: RequestContext, order: Order): Promise<string | undefined> {
    const needs = await orderPoints.readNeeds(ctx, order);
    const { apiType, languageCode: language } = ctx;
    const { action, verdict, point, move } = await decideOrder(
      { needs, point: pointOf(order), addresses: addressesOf(order), isPaid: apiType !== 'shop', language },
      points,
    );
    const { shipping, billing } = applyMove(order, move);
    const { country } = order.shippingAddress;
    if (shipping) order.shippingAddress = { ...shipping, ...(country && { country }) };
    if (billing) order.billingAddress = billing;
    const result = verdict ? toOrderFields(verdict) : {};
    if (verdict || pointOf(order))
      Object.assign(order.customFields, NO_POINT, result, { pickupPoint: point });
    if (action !== 'refuse' || verdict === null) return undefined;
    // Vendure doesn't save the order after a refusal, but the storefront needs the alternatives.
    await orderPoints.write(ctx, order, result);
    return verdict.message;
  }

  return {
    init(injector: Injector) {
      orderPoints = injector.get(OrderPoints);
      points = injector.get(VendurePoints);
    },
    onTransitionStart: (_from, to, { ctx, order }) =>
      to === 'ArrangingPayment' ? decide(ctx, order) : undefined,
  };
}
