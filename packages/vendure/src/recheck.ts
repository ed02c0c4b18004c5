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
import { Carriers } from './carriers.ts';
import { pointOf } from './address.ts';
import { describeVerdict, OrderPoints } from './order-points.ts';
import { Points, type Verdict } from './points.ts';

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

const BATCH_SIZE = 1_000;

/** Checks the points of orders that are waiting to be sent. */
@Injectable()
export class Rechecks {
  constructor(
    private connection: TransactionalConnection,
    private carriers: Carriers,
    private points: Points,
    private orderPoints: OrderPoints,
    private eventBus: EventBus,
  ) {}

  /**
   * Marks orders whose point has closed, adds the nearest alternatives, and fills in missing data of
   * points.
   */
  async run() {
    // `marked`: orders whose point can no longer be used; `unchecked`: orders whose point Droppoint
    // couldn't check.
    const result = { checked: 0, marked: 0, unchecked: 0 };
    for (let orders = await this.#read(0); orders.length > 0; orders = await this.#read(orders.at(-1)!.id)) {
      const verdicts = await this.points.checkMany(orders.map((order) => pointOf(order)!.id));
      const checked = orders.filter((_, at) => verdicts[at] != null && verdicts[at].problem !== 'unchecked');
      result.unchecked += orders.length - checked.length;
      result.checked += checked.length;
      await this.connection.rawConnection
        .getRepository(Order)
        .update(
          { id: In(checked.map(({ id }) => id)) },
          { customFields: { pickupPointCheckedAt: new Date() } },
        );
      for (const [at, order] of orders.entries())
        if (checked.includes(order) && (await this.#apply(order, verdicts[at]!))) result.marked += 1;
    }
    Logger.info(`Points of waiting orders: ${JSON.stringify(result)}`, 'Droppoint');
    return result;
  }

  /** Reads the next waiting orders, without their lines. */
  #read(after: Order['id']): Promise<Order[]> {
    return this.connection.rawConnection
      .getRepository(Order)
      .createQueryBuilder('order')
      .leftJoin('order.fulfillments', 'parcel', "parcel.state != 'Cancelled'")
      .where('order.id > :after AND order.state IN (:...states)', { after, states: WAITING })
      .andWhere('order.customFields.pickupPoint IS NOT NULL AND parcel.id IS NULL')
      .orderBy('order.id')
      .limit(BATCH_SIZE)
      .getMany();
  }

  /** @returns whether the order has a problem */
  async #apply(order: Order, verdict: Verdict): Promise<boolean> {
    const { pickupPointProblem: previous } = order.customFields;
    const point = pointOf(order)!;
    if (verdict.mayAccept && previous === null) return false;
    if (!verdict.mayAccept && previous === verdict.problem) return true;
    const ctx = await this.carriers.contextOf(order.id);
    // Only a single check returns alternatives.
    const full = await this.points.check(point.id, null, point, ctx.languageCode);
    await this.connection.withTransaction(ctx, (inside) => this.orderPoints.setPoint(inside, order, full));
    if (full.mayAccept) return false;
    Object.assign(order.customFields, describeVerdict(full));
    await this.eventBus.publish(new PickupPointClosedEvent(ctx, order));
    return true;
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
