import { isFurther, stateOfEvent, type ParcelState, type WebhookEvent } from '@droppoint/platform';
import { Injectable } from '@nestjs/common';
import {
  EventBus,
  Fulfillment,
  Order,
  OrderService,
  TransactionalConnection,
  VendureEvent,
  type FulfillmentState,
  type RequestContext,
} from '@vendure/core';
import { Carriers } from './carriers.ts';
import { HANDLER_CODE } from './fulfillment-handler.ts';

/** A parcel has a new state. On `ready`, notify the customer to collect it. */
export class ParcelStateEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly order: Order,
    readonly fulfillment: Fulfillment,
    readonly state: ParcelState,
  ) {
    super();
  }
}

/** States of a fulfilment by its parcel's state. The staff decides about a cancelled parcel. */
const STATES: Partial<Record<ParcelState, FulfillmentState>> = {
  on_its_way: 'Shipped',
  ready: 'Shipped',
  returning: 'Shipped',
  returned: 'Shipped',
  delivered: 'Delivered',
};

/**
 * Whether an event is news. Of two events with the same time, the one that is further along counts,
 * regardless of the order of arrival.
 */
const isNews = (state: ParcelState, at: Date, known: ParcelState | null, knownAt: Date): boolean =>
  at.getTime() === knownAt.getTime() ? known === null || isFurther(state, known) : at > knownAt;

/** Updates fulfilments from the events of their parcels. */
@Injectable()
export class Tracking {
  constructor(
    private connection: TransactionalConnection,
    private orderService: OrderService,
    private carriers: Carriers,
    private eventBus: EventBus,
  ) {}

  /**
   * Processes an event. Events may come twice, late and in any order; the latest one counts. Events
   * of other parcels change nothing.
   */
  async receive({ trackingNumber, eventCode, timestamp }: WebhookEvent): Promise<void> {
    const state = stateOfEvent(eventCode);
    const at = new Date(timestamp);
    const where = { fulfillments: { trackingCode: trackingNumber, handlerCode: HANDLER_CODE } };
    const order = await this.connection.rawConnection.getRepository(Order).findOneBy(where);
    if (state === null || order === null || Number.isNaN(at.getTime())) return;
    const ctx = await this.carriers.contextOf(order.id);
    await this.connection.withTransaction(ctx, async (inside) => {
      const repository = this.connection.getRepository(inside, Fulfillment);
      const fulfillment = await repository.findOneByOrFail(where.fulfillments);
      const { droppointState: known, droppointStateAt: knownAt } = fulfillment.customFields;
      if (knownAt !== null && !isNews(state, at, known as ParcelState | null, knownAt)) return;
      const customFields = { droppointState: state, droppointStateAt: at };
      await repository.update(fulfillment.id, { customFields });
      const next = STATES[state];
      // If the fulfilment is already there or further along, this returns an error result and changes
      // nothing.
      if (next !== undefined)
        await this.orderService.transitionFulfillmentToState(inside, fulfillment.id, next);
      if (state !== known)
        await this.eventBus.publish(new ParcelStateEvent(inside, order, fulfillment, state));
    });
  }
}
