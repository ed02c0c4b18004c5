import { Args, Mutation, ResolveField, Resolver } from '@nestjs/graphql';
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
import { PickupPointError, refuse } from './errors.ts';
import { OrderPoints, pointOf } from './order-points.ts';
import { Points } from './points.ts';

/** Of both APIs. */
export const POINT_TYPES = /* GraphQL */ `
  "A point that an order could go to instead."
  type PickupPointAlternative {
    id: String!
    "Lines to print."
    lines: [String!]!
    distanceMetres: Int!
  }

  "No parcel can be sent to this point."
  type PickupPointError implements ErrorResult {
    errorCode: ErrorCode!
    "A sentence for shoppers."
    message: String!
    "gone, mistyped, country, type, rule …"
    problem: String!
    "The id that was probably meant."
    meant: String
    "The nearest valid points."
    alternatives: [PickupPointAlternative!]!
  }
`;

export const shopSchema = gql`
  ${POINT_TYPES}
  union SetPickupPointResult = Order | PickupPointError | OrderModificationError | NoActiveOrderError
  union RemovePickupPointResult = Order | OrderModificationError | NoActiveOrderError

  extend type Mutation {
    "Checks a point, stores it in the active order, and makes it the delivery address."
    setPickupPoint(id: String!): SetPickupPointResult!
    "For a shopper who wants it brought home after all."
    removePickupPoint: RemovePickupPointResult!
  }
`;

type Result = Order | PickupPointError | OrderModificationError | NoActiveOrderError;

/** States in which Vendure lets an order be changed. */
const OPEN = ['AddingItems', 'Draft'];

@Resolver()
export class ShopResolver {
  constructor(
    private activeOrderService: ActiveOrderService,
    private orderService: OrderService,
    private orderPoints: OrderPoints,
    private points: Points,
    private connection: TransactionalConnection,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async setPickupPoint(@Ctx() ctx: RequestContext, @Args() { id }: { id: string }): Promise<Result> {
    const order = await this.#findOrder(ctx);
    if (!(order instanceof Order)) return order;
    const stored = pointOf(order);
    const needs = await this.orderPoints.readNeeds(ctx, order);
    // Asked before a transaction begins, so that none waits for the network.
    const verdict = await this.points.check(id, needs, stored?.id === id ? stored : null, ctx.languageCode);
    if (!verdict.mayAccept) return refuse(verdict);
    return this.connection.withTransaction(ctx, async (inside) => {
      // Another tab may have gone on to the payment meanwhile.
      const now = await this.#findOrder(inside);
      return now instanceof Order ? this.orderPoints.setPoint(inside, now, verdict) : now;
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
    // With its lines and shipping lines.
    const order = active && (await this.orderService.findOne(ctx, active.id));
    if (!order) return new NoActiveOrderError();
    return OPEN.includes(order.state) ? order : new OrderModificationError();
  }
}

const nameOf = (value: Result): string => ('__typename' in value ? value.__typename : 'Order');

@Resolver('SetPickupPointResult')
export class SetPickupPointResultResolver {
  @ResolveField()
  __resolveType(value: Result): string {
    return nameOf(value);
  }
}

@Resolver('RemovePickupPointResult')
export class RemovePickupPointResultResolver {
  @ResolveField()
  __resolveType(value: Result): string {
    return nameOf(value);
  }
}
