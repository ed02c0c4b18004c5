import {
  createReturnOnce,
  describeFailure,
  explainFixedPoint,
  fetchParcels,
  refusePoint,
  type ReturnStore,
} from '@droppoint/platform/order';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  Allow,
  Ctx,
  EntityNotFoundError,
  HistoryService,
  Order,
  OrderService,
  Permission,
  RequestContext,
  TransactionalConnection,
  type Fulfillment,
  type ID,
} from '@vendure/core';
import type { HistoryEntryType } from '@vendure/common/lib/generated-types';
import { gql } from 'graphql-tag';
import { IsNull } from 'typeorm';
import { Carriers } from './carriers.ts';
import { CarrierError, PickupPointError } from './errors.ts';
import { SETTINGS_TOKEN, type VendureSettings } from './options.ts';
import { pointOf } from './address.ts';
import { OrderPoints } from './order-points.ts';
import { Parcels, describeRecipient } from './parcels.ts';
import { POINT_TYPES } from './point-types.ts';
import { VendurePoints } from './points.ts';
import { createUnionResolver } from './union-resolver.ts';

export const adminSchema = gql`
  ${POINT_TYPES}
  "The carrier’s platform refused a call or can’t be reached."
  type CarrierError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    "rejected, network, timeout, unauthorized …"
    code: String!
    "The invalid fields, each with what is wrong."
    fields: [String!]!
    "Lets the carrier’s support find the request."
    requestId: String
  }

  type PickupParcelEvent {
    "LMD.1005, or a code added later."
    code: String!
    time: DateTime!
    place: String
  }

  type PickupParcel {
    trackingNumber: String!
    "registered, on_its_way, ready, delivered, problem, cancelled, returning, returned; null if nothing is known."
    state: String
    "Oldest first."
    events: [PickupParcelEvent!]!
    "Path of the label; needs a login."
    labelPath: String!
  }

  type PickupParcels {
    items: [PickupParcel!]!
  }

  "A return that can be handed in."
  type PickupReturn {
    trackingNumber: String!
    "Digits that the customer enters at a locker instead of using a label."
    dropOffCode: String!
  }

  union PickupParcelsResult = PickupParcels | CarrierError
  union SetPickupPointOfOrderResult = Order | PickupPointError
  union CreatePickupReturnResult = PickupReturn | CarrierError

  extend type Query {
    "The parcels of an order and their events, fetched from the carrier now."
    pickupParcels(orderId: ID!): PickupParcelsResult!
    "The origin of Droppoint, for its picker."
    droppointOrigin: String!
  }

  extend type Mutation {
    "Changes the point of an order that has no parcel yet."
    setPickupPointOfOrder(orderId: ID!, id: String!): SetPickupPointOfOrderResult!
    "Creates a return of an order, once: later calls return the same one."
    createPickupReturn(orderId: ID!): CreatePickupReturnResult!
  }
`;

/** The enumeration is in a package that shops needn't have. */
const NOTE = 'ORDER_NOTE' as HistoryEntryType.ORDER_NOTE;

@Resolver()
class AdminResolver {
  constructor(
    @Inject(SETTINGS_TOKEN) private settings: VendureSettings,
    private orderService: OrderService,
    private historyService: HistoryService,
    private connection: TransactionalConnection,
    private carriers: Carriers,
    private orderPoints: OrderPoints,
    private parcels: Parcels,
    private points: VendurePoints,
  ) {}

  @Query()
  @Allow(Permission.ReadOrder)
  droppointOrigin(): string {
    return this.settings.origin;
  }

  @Query()
  @Allow(Permission.ReadOrder)
  async pickupParcels(@Ctx() ctx: RequestContext, @Args() { orderId }: { orderId: ID }) {
    const parcels = await this.#findParcels(ctx, await this.#find(ctx, orderId));
    if (parcels.length === 0) return { items: [] };
    return toResult(async () => {
      const carrier = await this.carriers.ofOrder(orderId);
      const items = await fetchParcels(
        carrier,
        parcels.map(({ trackingCode }) => trackingCode),
      );
      const labelPathOf = (number: string) => `/droppoint/labels/${encodeURIComponent(number)}`;
      return {
        items: items.map((item) => ({ ...item, labelPath: labelPathOf(item.trackingNumber) })),
      };
    });
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  async setPickupPointOfOrder(
    @Ctx() ctx: RequestContext,
    @Args() { orderId, id }: { orderId: ID; id: string },
  ): Promise<Order | PickupPointError> {
    const order = await this.#find(ctx, orderId);
    const { open } = this.settings.carrier ? await this.carriers.ofOrder(orderId) : { open: null };
    const hasParcel = (await this.#findParcels(ctx, order)).length > 0;
    const fixed = explainFixedPoint(hasParcel, (await open?.of(order.code).find()) ?? null);
    if (fixed !== null) return new PickupPointError(refusePoint('parcel', fixed));
    const needs = await this.orderPoints.readNeeds(ctx, order);
    const earlier = pointOf(order);
    const verdict = await this.points.check(id, needs, earlier, ctx.languageCode);
    if (!verdict.mayAccept) return new PickupPointError(verdict);
    return this.connection.withTransaction(ctx, async (inside) => {
      const note = `Pick-up point: ${earlier?.id ?? 'none'} → ${id}`;
      const entry = { ctx: inside, orderId, type: NOTE, data: { note } };
      await this.historyService.createHistoryEntryForOrder(entry, false);
      return this.orderPoints.setPoint(inside, order, verdict);
    });
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  async createPickupReturn(@Ctx() ctx: RequestContext, @Args() { orderId }: { orderId: ID }) {
    const order = await this.#find(ctx, orderId);
    return toResult(async () =>
      createReturnOnce(
        order.code,
        describeRecipient(order),
        await this.carriers.ofOrder(orderId),
        this.#storeOf(ctx, order),
      ),
    );
  }

  /** The return of an order. While one is being created, its fields are empty. */
  #storeOf(ctx: RequestContext, order: Order): ReturnStore {
    const { id } = order;
    return {
      find: async () => {
        const { pickupReturn } = (await this.#find(ctx, id)).customFields;
        if (pickupReturn?.trackingNumber == null) return null;
        return pickupReturn.trackingNumber === '' ? 'open' : pickupReturn;
      },
      claim: async () => {
        const orders = this.connection.getRepository(ctx, Order);
        const unclaimed = { id, customFields: { pickupReturn: IsNull() } };
        const pickupReturn = { trackingNumber: '', dropOffCode: '' };
        return (await orders.update(unclaimed, { customFields: { pickupReturn } })).affected === 1;
      },
      store: (pickupReturn) => this.orderPoints.write(ctx, order, { pickupReturn }),
    };
  }

  async #find(ctx: RequestContext, orderId: ID): Promise<Order> {
    const order = await this.orderService.findOne(ctx, orderId);
    if (order === undefined) throw new EntityNotFoundError('Order', orderId);
    return order;
  }

  async #findParcels(ctx: RequestContext, order: Order): Promise<Fulfillment[]> {
    const all = await this.parcels.find(ctx, order);
    return all.filter(({ state }) => state !== 'Cancelled');
  }
}

/** Converts an error of the carrier to an error result. */
async function toResult<Result>(run: () => Promise<Result>): Promise<Result | CarrierError> {
  try {
    return await run();
  } catch (error) {
    const failure = describeFailure(error);
    if (failure === null) throw error;
    return new CarrierError(failure);
  }
}

export const adminResolvers = [
  AdminResolver,
  createUnionResolver('PickupParcelsResult', 'PickupParcels'),
  createUnionResolver('SetPickupPointOfOrderResult', 'Order'),
  createUnionResolver('CreatePickupReturnResult', 'PickupReturn'),
];
