import type { CreateAddressInput } from '@vendure/common/lib/generated-types';
import type { Injector, Order, OrderProcess, OrderState, RequestContext } from '@vendure/core';
import { isAddressOf, pointOf, readAddress, writeAddresses } from './address.ts';
import { describeVerdict, NO_POINT, OrderPoints } from './order-points.ts';
import { Points, refuse, type Verdict } from './points.ts';

const MISSING = refuse('missing', 'Please choose a pick-up point.');
/** The prices were calculated for a different country. */
const COUNTRY_CHANGED = refuse(
  'address',
  'The delivery address has changed. Please choose your delivery method again.',
);

/**
 * Checks an order's point again before payment, so that no order is paid for without a valid point. If the
 * check fails, a shopper is refused. For a payment provider or the staff, the order is only marked, because
 * the money has already been taken.
 */
export function createOrderProcess(): OrderProcess<OrderState> {
  let orderPoints: OrderPoints;
  let points: Points;

  /**
   * Changes the order in place; Vendure saves it after the transition.
   * @returns the order's problem; null if it has none
   */
  async function check(ctx: RequestContext, order: Order): Promise<Verdict | null> {
    const needs = await orderPoints.readNeeds(ctx, order);
    const point = pointOf(order);
    if (needs === null) {
      if (point === null) return null;
      Object.assign(order.customFields, NO_POINT);
      const isOwn = !isAddressOf(order.shippingAddress, point);
      return isOwn || setShippingAddress(order, readAddress(order.billingAddress)) ? null : COUNTRY_CHANGED;
    }
    if (point === null) return MISSING;
    const verdict = await points.check(point.id, needs, point, ctx.languageCode);
    // If Droppoint is unavailable, keep the previous result.
    const latest = (verdict.problem === 'unchecked' ? null : verdict.point) ?? point;
    const addresses = writeAddresses(order, latest);
    Object.assign(order.customFields, describeVerdict(verdict), { pickupPoint: latest });
    if (!verdict.mayAccept) return verdict;
    if (addresses === null) return null;
    if (!setShippingAddress(order, addresses.shipping)) return COUNTRY_CHANGED;
    if (addresses.billing) order.billingAddress = addresses.billing;
    return null;
  }

  return {
    init(injector: Injector) {
      orderPoints = injector.get(OrderPoints);
      points = injector.get(Points);
    },
    async onTransitionStart(_from, to, { ctx, order }) {
      if (to !== 'ArrangingPayment') return;
      const refusal = await check(ctx, order);
      if (refusal === null) return;
      const fields = describeVerdict(refusal);
      Object.assign(order.customFields, fields);
      if (ctx.apiType !== 'shop') return;
      // Vendure doesn't save the order after a refusal, but the storefront needs the alternatives.
      await orderPoints.write(ctx, order, fields);
      return refusal.message;
    },
  };
}

/** Sets the delivery address. @returns false if that would change the prices; then it does nothing */
function setShippingAddress(order: Order, address: CreateAddressInput | null): boolean {
  if (address?.countryCode !== order.shippingAddress.countryCode) return false;
  const { country } = order.shippingAddress;
  order.shippingAddress = { ...address, ...(country && { country }) };
  return true;
}
