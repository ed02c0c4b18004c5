import { BATCH_SIZE, recheckOrders, type PickupPoint, type Verdict } from '@droppoint/platform/order';
import { Injectable } from '@nestjs/common';
import {
  EventBus,
  Logger,
  Order,
  ScheduledTask,
  TransactionalConnection,
  VendureEvent,
  type RequestContext,
} from '@vendure/core';
import { In } from 'typeorm';
import { pointOf } from './address.ts';
import { Carriers } from './carriers.ts';
import { toOrderFields, OrderPoints } from './order-points.ts';
import { VendurePoints } from './points.ts';

/** The point of an unsent order can no longer be used; the order contains alternatives. */
export class PickupPointClosedEvent extends VendureEvent {
  constructor(
    readonly ctx: RequestContext,
    readonly order: Order,
  ) {
    super();
  }
}

/** States of orders that are paid for, or about to be, and haven't been sent. */
const WAITING = ['PaymentAuthorized', 'PaymentSettled', 'ArrangingAdditionalPayment', 'Modifying'];

interface WaitingOrder {
  order: Order;
  point: PickupPoint;
  problem: string | null;
}

/** Checks the points of orders that are waiting to be sent. */
@Injectable()
export class Rechecks {
  constructor(
    private connection: TransactionalConnection,
    private carriers: Carriers,
    private points: VendurePoints,
    private orderPoints: OrderPoints,
    private eventBus: EventBus,
  ) {}

  /**
   * Marks orders whose point has closed, adds the nearest alternatives, and fills in missing data of
   * points.
   */
  async run() {
    const result = await recheckOrders<WaitingOrder>(
      {
        read: (after) => this.#read(after?.order.id ?? 0),
        markChecked: (orders) =>
          this.connection.rawConnection
            .getRepository(Order)
            .update(
              { id: In(orders.map(({ order }) => order.id)) },
              { customFields: { pickupPointCheckedAt: new Date() } },
            ),
        store: ({ order }, verdict) => this.#store(order, verdict),
        reportClosed: ({ order }, verdict) => this.#report(order, verdict),
        languageOf: async ({ order }) => (await this.carriers.contextOf(order.id)).languageCode,
      },
      this.points,
    );
    Logger.info(`Points of waiting orders: ${JSON.stringify(result)}`, 'Droppoint');
    return result;
  }

  /** Reads the next waiting orders, without their lines. */
  async #read(after: Order['id']): Promise<WaitingOrder[]> {
    const orders = await this.connection.rawConnection
      .getRepository(Order)
      .createQueryBuilder('order')
      .leftJoin('order.fulfillments', 'parcel', "parcel.state != 'Cancelled'")
      .where('order.id > :after AND order.state IN (:...states)', { after, states: WAITING })
      .andWhere('order.customFields.pickupPoint IS NOT NULL AND parcel.id IS NULL')
      .orderBy('order.id')
      .limit(BATCH_SIZE)
      .getMany();
    return orders.map((order) => ({
      order,
      point: pointOf(order)!,
      problem: order.customFields.pickupPointProblem,
    }));
  }

  async #store(order: Order, verdict: Verdict): Promise<void> {
    const ctx = await this.carriers.contextOf(order.id);
    await this.connection.withTransaction(ctx, (inside) => this.orderPoints.setPoint(inside, order, verdict));
  }

  async #report(order: Order, verdict: Verdict): Promise<void> {
    Object.assign(order.customFields, toOrderFields(verdict));
    const ctx = await this.carriers.contextOf(order.id);
    await this.eventBus.publish(new PickupPointClosedEvent(ctx, order));
  }
}

/** @param schedule in cron syntax */
export const createRecheckTask = (schedule: string) =>
  new ScheduledTask({
    id: 'recheck-pickup-points',
    description: 'Checks the pick-up points of orders that are waiting to be sent',
    schedule,
    preventOverlap: true,
    execute: ({ injector }) => injector.get(Rechecks).run(),
  });
