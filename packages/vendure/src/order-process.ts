import type { CreateAddressInput } from '@vendure/common/lib/generated-types';
import type { Injector, Order, OrderProcess, OrderState, RequestContext } from '@vendure/core';
import { isAddressOf, pointOf, readAddress, writeAddresses } from './address.ts';
import { describeVerdict, NO_POINT, OrderPoints } from './order-points.ts';
import { Points, refuse, type Verdict } from './points.ts';

const MISSING = refuse('missing', 'Please choose a pick-up point.');
/** Prices were calculated for another country. */
const MOVED = refuse(
  'address',
  'The delivery address has changed. Please choose how your order is delivered again.',
);

/**
 * No order is paid for without a valid point: it is checked again when the payment is arranged. A shopper is refused then; a payment
 * provider, or the staff, has the order marked, since its money is taken already.
 */
export function createOrderProcess(): OrderProcess<OrderState> {
  let orderPoints: OrderPoints;
  let points: Points;

  /** Changes the order in place: Vendure saves it after the transition. @returns what is wrong with it */
  async function check(ctx: RequestContext, order: Order): Promise<Verdict | null> {
    const needs = await orderPoints.readNeeds(ctx, order);
    const point = pointOf(order);
    if (needs === null) {
      if (point === null) return null;
      Object.assign(order.customFields, NO_POINT);
      const isOwn = !isAddressOf(order.shippingAddress, point);
      return isOwn || moveTo(order, readAddress(order.billingAddress)) ? null : MOVED;
    }
    if (point === null) return MISSING;
    const verdict = await points.check(point.id, needs, point, ctx.languageCode);
    // Droppoint is away: what was known before is kept.
    const known = (verdict.problem === 'unchecked' ? null : verdict.point) ?? point;
    const addresses = writeAddresses(order, known);
    Object.assign(order.customFields, describeVerdict(verdict), { pickupPoint: known });
    if (!verdict.mayAccept) return verdict;
    if (addresses === null) return null;
    if (!moveTo(order, addresses.shipping)) return MOVED;
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
      // The order isn't saved after a refusal, and the shopper is to be shown the alternatives.
      await orderPoints.write(ctx, order, fields);
      return refusal.message;
    },
  };
}

/** @returns whether it could be done without calculating prices anew */
function moveTo(order: Order, address: CreateAddressInput | null): boolean {
  if (address?.countryCode !== order.shippingAddress.countryCode) return false;
  const { country } = order.shippingAddress;
  order.shippingAddress = { ...address, ...(country && { country }) };
  return true;
}
