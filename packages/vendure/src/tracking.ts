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

/** A parcel has come further: `ready` is when its customer is told to fetch it. */
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

/** States of a fulfilment that follow from its parcel's. A cancelled parcel is the staff's to decide about. */
const STATES: Partial<Record<ParcelState, FulfillmentState>> = {
  on_its_way: 'Shipped',
  ready: 'Shipped',
  returning: 'Shipped',
  returned: 'Shipped',
  delivered: 'Delivered',
};

/** Of two events of one time, the one that brings the parcel further counts, whichever comes first. */
const isNews = (state: ParcelState, at: Date, known: ParcelState | null, knownAt: Date): boolean =>
  at.getTime() === knownAt.getTime() ? known === null || isFurther(state, known) : at > knownAt;

/** Moves fulfilments on by what happens to their parcels. */
@Injectable()
export class Tracking {
  constructor(
    private connection: TransactionalConnection,
    private orderService: OrderService,
    private carriers: Carriers,
    private eventBus: EventBus,
  ) {}

  /** Events may come twice, late and in any order: the latest one counts. Those of parcels that aren't ours change nothing. */
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
      // One that can't go there, as it is there or further, stays as it is.
      if (next !== undefined)
        await this.orderService.transitionFulfillmentToState(inside, fulfillment.id, next);
      if (state !== known)
        await this.eventBus.publish(new ParcelStateEvent(inside, order, fulfillment, state));
    });
  }
}
