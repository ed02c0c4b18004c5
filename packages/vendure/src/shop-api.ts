import { Args, Mutation, Resolver } from '@nestjs/graphql';
import {
  ActiveOrderService,
  Allow,
  Ctx,
  NoActiveOrderError,
  Order,
  OrderModificationError,
  OrderService,
  Permission,
  RequestContext,
  Transaction,
  TransactionalConnection,
} from '@vendure/core';
import { gql } from 'graphql-tag';
import { PickupPointError } from './errors.ts';
import { pointOf } from './address.ts';
import { OPEN, OrderPoints } from './order-points.ts';
import { POINT_TYPES } from './point-types.ts';
import { VendurePoints } from './points.ts';
import { createUnionResolver } from './union-resolver.ts';

export const shopSchema = gql`
  ${POINT_TYPES}
  union SetPickupPointResult = Order | PickupPointError | OrderModificationError | NoActiveOrderError

  extend type Mutation {
    "Checks a point, stores it in the active order, and makes it the delivery address."
    setPickupPoint(id: String!): SetPickupPointResult!
    "For a shopper who wants home delivery after all."
    removePickupPoint: SetPickupPointResult!
  }
`;

type Result = Order | PickupPointError | OrderModificationError | NoActiveOrderError;

@Resolver()
class ShopResolver {
  constructor(
    private activeOrderService: ActiveOrderService,
    private orderService: OrderService,
    private orderPoints: OrderPoints,
    private points: VendurePoints,
    private connection: TransactionalConnection,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async setPickupPoint(@Ctx() ctx: RequestContext, @Args() { id }: { id: string }): Promise<Result> {
    const order = await this.#findOrder(ctx);
    if (!(order instanceof Order)) return order;
    const stored = pointOf(order);
    const needs = await this.orderPoints.readNeeds(ctx, order);
    // Check before the transaction begins, so that it doesn't wait for the network.
    const verdict = await this.points.check(id, needs, stored?.id === id ? stored : null, ctx.languageCode);
    if (!verdict.mayAccept) return new PickupPointError(verdict);
    return this.connection.withTransaction(ctx, async (inside) => {
      // Another tab may have continued to payment in the meantime.
      const current = await this.#findOrder(inside);
      return current instanceof Order ? this.orderPoints.setPoint(inside, current, verdict) : current;
    });
  }

  @Mutation()
  @Allow(Permission.Owner)
  @Transaction()
  async removePickupPoint(@Ctx() ctx: RequestContext): Promise<Result> {
    const order = await this.#findOrder(ctx);
    return order instanceof Order ? this.orderPoints.removePoint(ctx, order) : order;
  }

  async #findOrder(ctx: RequestContext): Promise<Order | OrderModificationError | NoActiveOrderError> {
    const active =
      ctx.authorizedAsOwnerOnly && (await this.activeOrderService.getActiveOrder(ctx, undefined));
    // Load it with its lines and shipping lines.
    const order = active && (await this.orderService.findOne(ctx, active.id));
    if (!order) return new NoActiveOrderError();
    return OPEN.includes(order.state) ? order : new OrderModificationError();
  }
}

export const shopResolvers = [ShopResolver, createUnionResolver('SetPickupPointResult', 'Order')];
