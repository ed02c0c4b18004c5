import type { ParcelState, WebhookEvent } from '@droppoint/platform';
import { applyEvent, EarlyEvents, type ParcelStore } from '@droppoint/platform/order';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  EventBus,
  Fulfillment,
  FulfillmentStateTransitionEvent,
  Logger,
  Order,
  OrderService,
  TransactionalConnection,
  VendureEvent,
  type RequestContext,
} from '@vendure/core';
import { Carriers } from './carriers.ts';
import { HANDLER_CODE } from './options.ts';

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

const TRANSITIONS = { shipped: 'Shipped', delivered: 'Delivered' } as const;

/** Updates fulfilments from the events of their parcels. */
@Injectable()
export class Tracking implements OnModuleInit {
  readonly #early = new EarlyEvents();
  /** Orders by the number of one of their parcels. */
  readonly #parcels: ParcelStore<Order> = {
    find: (trackingCode) =>
      this.connection.rawConnection
        .getRepository(Order)
        .findOneBy({ fulfillments: { trackingCode, handlerCode: HANDLER_CODE } }),
    apply: (order, event) => this.#apply(order, event),
  };

  constructor(
    private connection: TransactionalConnection,
    private orderService: OrderService,
    private carriers: Carriers,
    private eventBus: EventBus,
  ) {}

  /** Applies the events that came before their parcel's fulfilment was stored. */
  onModuleInit(): void {
    this.eventBus.ofType(FulfillmentStateTransitionEvent).subscribe(({ fulfillment, fromState }) => {
      if (fulfillment.handlerCode !== HANDLER_CODE || fromState !== 'Created') return;
      this.#early.adopt(fulfillment.trackingCode, this.#parcels).catch((error: unknown) => {
        Logger.error(`Events of ${fulfillment.trackingCode} were lost: ${String(error)}`, 'Droppoint');
      });
    });
  }

  /**
   * Processes an event. Events may come twice, late, in any order, and before the parcel's fulfilment is
   * stored; the latest one counts. Events of other parcels change nothing.
   */
  receive(event: WebhookEvent): Promise<void> {
    return this.#early.receive(event, this.#parcels);
  }

  async #apply(order: Order, event: WebhookEvent): Promise<void> {
    const ctx = await this.carriers.contextOf(order.id);
    await this.connection.withTransaction(ctx, async (inside) => {
      const repository = this.connection.getRepository(inside, Fulfillment);
      const trackingCode = event.trackingNumber;
      const all = await repository.find({
        where: { trackingCode, handlerCode: HANDLER_CODE },
        order: { id: 'DESC' },
      });
      // After a cancellation, the next fulfilment has the same parcel.
      const fulfillment = all.find(({ state }) => state !== 'Cancelled') ?? all[0]!;
      const { droppointState, droppointStateAt: at } = fulfillment.customFields;
      const change = applyEvent({ state: droppointState as ParcelState | null, at }, event);
      if (change === null) return;
      const customFields = { droppointState: change.state, droppointStateAt: change.at };
      await repository.update(fulfillment.id, { customFields });
      // If the fulfilment is already there or further along, this returns an error result and changes
      // nothing.
      if (change.becomes !== null)
        await this.orderService.transitionFulfillmentToState(
          inside,
          fulfillment.id,
          TRANSITIONS[change.becomes],
        );
      if (change.isNewState)
        await this.eventBus.publish(new ParcelStateEvent(inside, order, fulfillment, change.state));
    });
  }
}
