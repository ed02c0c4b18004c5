import { AppError, eventsOf, stateOfParcel, type ParcelEvent } from '@droppoint/platform';
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
import { Carriers } from './carriers.ts';
import { CarrierError, PickupPointError } from './errors.ts';
import { HANDLER_CODE } from './fulfillment-handler.ts';
import { SETTINGS, type Settings } from './options.ts';
import { pointOf } from './address.ts';
import { OrderPoints } from './order-points.ts';
import { readRecipient } from './parcels.ts';
import { POINT_TYPES } from './point-types.ts';
import { Points, refuse } from './points.ts';
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
const PARCEL_EXISTS = 'A parcel is already on its way to the current point. Cancel its fulfilment first.';

@Resolver()
class AdminResolver {
  constructor(
    @Inject(SETTINGS) private settings: Settings,
    private orderService: OrderService,
    private historyService: HistoryService,
    private connection: TransactionalConnection,
    private carriers: Carriers,
    private orderPoints: OrderPoints,
    private points: Points,
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
      const { platform } = await this.carriers.ofOrder(orderId);
      const numbers = parcels.map(({ trackingCode }) => trackingCode);
      const eventsByNumber = new Map<string, ParcelEvent[]>();
      for await (const parcel of platform.tracking.get(numbers))
        eventsByNumber.set(parcel.trackingNumber, eventsOf(parcel));
      const items = numbers.map((trackingNumber) => {
        const events = eventsByNumber.get(trackingNumber) ?? [];
        return {
          trackingNumber,
          state: stateOfParcel(events),
          events: events.map(({ code, time, place }) => ({
            code,
            time: new Date(time),
            place: formatPlace(place),
          })),
          labelPath: `/droppoint/labels/${encodeURIComponent(trackingNumber)}`,
        };
      });
      return { items };
    });
  }

  @Mutation()
  @Allow(Permission.UpdateOrder)
  async setPickupPointOfOrder(
    @Ctx() ctx: RequestContext,
    @Args() { orderId, id }: { orderId: ID; id: string },
  ): Promise<Order | PickupPointError> {
    const order = await this.#find(ctx, orderId);
    if ((await this.#findParcels(ctx, order)).length > 0)
      return new PickupPointError(refuse('parcel', PARCEL_EXISTS));
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
    const { pickupReturn } = order.customFields;
    if (pickupReturn?.trackingNumber) return pickupReturn;
    return toResult(async () => {
      const { platform, organizationId } = await this.carriers.ofOrder(orderId);
      const { data } = await platform.returns.create(organizationId, { sender: readRecipient(order) });
      const { trackingNumber = '', dropOffCode = '' } = data.parcels[0] ?? {};
      const created = { trackingNumber, dropOffCode };
      await this.orderPoints.write(ctx, order, { pickupReturn: created });
      return created;
    });
  }

  async #find(ctx: RequestContext, orderId: ID): Promise<Order> {
    const order = await this.orderService.findOne(ctx, orderId);
    if (order === undefined) throw new EntityNotFoundError('Order', orderId);
    return order;
  }

  async #findParcels(ctx: RequestContext, order: Order): Promise<Fulfillment[]> {
    const all = await this.orderService.getOrderFulfillments(ctx, order);
    return all.filter(({ handlerCode, state }) => handlerCode === HANDLER_CODE && state !== 'Cancelled');
  }
}

/** Converts an error of the carrier to an error result. */
async function toResult<Result>(run: () => Promise<Result>): Promise<Result | CarrierError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) return new CarrierError(error);
    throw error;
  }
}

/** Formats a place, any of whose fields may be absent. */
const formatPlace = (place: Readonly<Record<string, unknown>> | null): string | null =>
  ['name', 'street', 'city', 'pointId']
    .flatMap((name) => (typeof place?.[name] === 'string' ? place[name] : []))
    .join(', ') || null;

export const adminResolvers = [
  AdminResolver,
  createUnionResolver('PickupParcelsResult', 'PickupParcels'),
  createUnionResolver('SetPickupPointOfOrderResult', 'Order'),
  createUnionResolver('CreatePickupReturnResult', 'PickupReturn'),
];
