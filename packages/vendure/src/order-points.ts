import { moveToCustomer, moveToPoint, type Verdict } from '@droppoint/platform/order';
import { Injectable } from '@nestjs/common';
import {
  Country,
  Order,
  OrderService,
  ShippingMethod,
  TransactionalConnection,
  type RequestContext,
} from '@vendure/core';
import { In } from 'typeorm';
import { addressesOf, applyMove, pointOf, type NewAddresses } from './address.ts';
import type { PointNeeds } from './shipping-calculator.ts';

/** States in which Vendure lets a shopper change an order. */
export const OPEN = ['AddingItems', 'Draft'];

/** The fields of an order that store the result of a check. */
export const toOrderFields = ({ problem, alternatives }: Verdict) => ({
  pickupPointProblem: problem,
  pickupPointAlternatives: alternatives,
  pickupPointCheckedAt: new Date(),
});

export const NO_POINT = {
  pickupPoint: null,
  pickupPointProblem: null,
  pickupPointAlternatives: [],
  pickupPointCheckedAt: null,
};

/** Stores points in orders, together with their addresses. */
@Injectable()
export class OrderPoints {
  constructor(
    private connection: TransactionalConnection,
    private orderService: OrderService,
  ) {}

  /** The conditions of an order's shipping method on its point; null if it needs no point. */
  async readNeeds(ctx: RequestContext, order: Order): Promise<PointNeeds | null> {
    const ids = order.shippingLines.flatMap(({ shippingMethodId }) => shippingMethodId ?? []);
    if (ids.length === 0) return null;
    const methods = await this.connection.getRepository(ctx, ShippingMethod).findBy({ id: In(ids) });
    for (const method of methods) {
      const { metadata } = (await method.apply(ctx, order)) ?? {};
      if (metadata?.['droppoint']) return metadata['droppoint'] as PointNeeds;
    }
    return null;
  }

  /** Writes only the given fields of an order. */
  async write(ctx: RequestContext, { id }: Order, fields: Partial<Order['customFields']>): Promise<void> {
    await this.connection.getRepository(ctx, Order).update(id, { customFields: fields });
  }

  /**
   * Stores an acceptable point and makes it the delivery address. The customer's own address becomes the
   * billing address, unless there already is one.
   * @returns the order with its prices, which depend on the address
   */
  async setPoint(ctx: RequestContext, order: Order, verdict: Verdict): Promise<Order> {
    const { point } = verdict;
    const move = point && moveToPoint(addressesOf(order), point, pointOf(order));
    await this.write(ctx, order, { ...(point && { pickupPoint: point }), ...toOrderFields(verdict) });
    await this.#setAddresses(ctx, order, applyMove(order, move));
    return (await this.orderService.findOne(ctx, order.id))!;
  }

  async #setAddresses(
    ctx: RequestContext,
    { id, state }: Order,
    { shipping, billing }: NewAddresses,
  ): Promise<void> {
    if (shipping === null) return;
    const code = shipping.countryCode;
    const country = await this.connection.getRepository(ctx, Country).findOneBy({ code });
    // The shop doesn't sell to this country.
    if (country === null) return;
    if (OPEN.includes(state)) {
      if (billing) await this.orderService.setBillingAddress(ctx, id, billing);
      await this.orderService.setShippingAddress(ctx, id, shipping);
      return;
    }
    // A paid order keeps its prices, so change only its fields.
    const shippingAddress = { ...shipping, country: country.translations[0]?.name ?? code };
    const fields = { shippingAddress, ...(billing && { billingAddress: billing }) };
    await this.connection.getRepository(ctx, Order).update(id, fields);
  }

  /** Removes an order's point, so that its parcel goes to the customer's own address again. */
  async removePoint(ctx: RequestContext, order: Order): Promise<Order> {
    const point = pointOf(order);
    if (point === null) return order;
    await this.write(ctx, order, NO_POINT);
    await this.#setAddresses(ctx, order, applyMove(order, moveToCustomer(addressesOf(order), point)));
    return (await this.orderService.findOne(ctx, order.id))!;
  }
}
