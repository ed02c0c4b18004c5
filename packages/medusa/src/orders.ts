import {
  createReturnOnce,
  explainFixedPoint,
  moveToPoint,
  type PickupPoint,
  type PickupReturn,
  type StoredReturn,
} from '@droppoint/platform/order';
import { createReturnLink } from '@droppoint/platform/shop';
import type { MedusaContainer } from '@medusajs/framework/types';
import { MedusaError, Modules } from '@medusajs/framework/utils';
import { updateOrderWorkflow } from '@medusajs/medusa/core-flows';
import { readOrderAddresses, moveAddresses, readPerson, type MedusaAddress } from './addresses.ts';
import { DroppointEvents, emitPointClosed } from './events.ts';
import { lock } from './lock.ts';
import { describeVerdict, findMethod, refusePickup, serviceOf, writePickup, type Method } from './pickup.ts';
import { findRow } from './query.ts';
import { PROVIDER_ID } from './settings.ts';

export interface Order {
  id: string;
  display_id: number;
  email: string;
  locale: string | null;
  sales_channel_id: string | null;
  shipping_address: MedusaAddress | null;
  billing_address: MedusaAddress | null;
  shipping_methods: Method[];
  fulfillments: { provider_id: string; canceled_at: Date | null }[];
  cart: { id: string } | null;
}

const FIELDS = [
  ...['id', 'display_id', 'email', 'locale', 'sales_channel_id'],
  ...['shipping_address.*', 'billing_address.*', 'shipping_methods.*', 'cart.id'],
  ...['fulfillments.provider_id', 'fulfillments.canceled_at'],
];

/** @returns null if there is none */
export const findOrder = (container: MedusaContainer, filters: object): Promise<Order | null> =>
  findRow(container, 'order', FIELDS, filters);

/** @throws MedusaError `not_found` */
export async function readOrder(container: MedusaContainer, id: string): Promise<Order> {
  const order = await findOrder(container, { id });
  if (order === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${id}.`);
  return order;
}

/**
 * The shipping method of an order whose parcels go to a point; also that of a draft, an exchange or a claim,
 * in which the provider had no say.
 * @returns null if none does
 */
export async function findOrderMethod(container: MedusaContainer, { shipping_methods: methods }: Order) {
  const found = findMethod(methods);
  if (found) return found;
  const ids = methods.flatMap(({ shipping_option_id: id }) => id ?? []);
  const option = await findRow<Pick<Method, 'id' | 'data'>>(container, 'shipping_option', ['id', 'data'], {
    id: ids,
    provider_id: PROVIDER_ID,
  });
  const method = methods.find(({ shipping_option_id: id }) => id === option?.id);
  if (!option || !method) return null;
  return { method, pickup: { option: String(option.data?.['id']), point: null, problem: null } };
}

/**
 * Takes over a new order's point from its cart. An order with a problem was paid before anybody could refuse
 * it: the shop is told.
 */
export async function adoptOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const order = await readOrder(container, orderId);
  const found = await findOrderMethod(container, order);
  const service = serviceOf(container);
  const row = order.cart && (await service.findPickup({ cart_id: order.cart.id }));
  if (found === null && row === null) return;
  if (order.cart && found && !row?.checked_at)
    service.logger.warn(
      'Droppoint: the shop doesn’t call guardCart, so carts are completed without a check.',
    );
  const point = row?.point ?? found?.pickup.point ?? null;
  const problem = point === null ? 'missing' : (row?.problem ?? null);
  if (row) await service.updatePickups({ id: row.id, order_id: orderId, problem });
  else await service.savePickup({ order_id: orderId }, { point, problem });
  if (found && point) await moveOrder(container, order, point);
  if (problem !== null && problem !== 'unchecked') await emitPointClosed(container, orderId, problem);
}

/** Makes a point the delivery address of an order; within its country, because prices stay. */
async function moveOrder(container: MedusaContainer, order: Order, point: PickupPoint): Promise<void> {
  const move = moveToPoint(readOrderAddresses(order), point, null);
  if (move === null) return;
  const { id } = order;
  const { shipping_address, billing_address } = moveAddresses(order, move) as Record<string, never>;
  await updateOrderWorkflow(container).run({ input: { id, user_id: '', shipping_address } });
  // The workflow refuses the first billing address of an order as a change of its country.
  if (billing_address) await container.resolve(Modules.ORDER).updateOrders(id, { billing_address });
}

/** The parcels of an order that exist. */
const hasParcel = ({ fulfillments }: Order): boolean =>
  fulfillments.some(({ provider_id: id, canceled_at: canceledAt }) => id === PROVIDER_ID && !canceledAt);

/**
 * Changes the point of an order that has no parcel yet.
 * @returns the verdict; if it says no, nothing was changed
 * @throws MedusaError `not_allowed`
 */
export function setOrderPoint(container: MedusaContainer, orderId: string, pointId: string) {
  return lock(container, orderId, async () => {
    const order = await readOrder(container, orderId);
    const service = serviceOf(container);
    const fixed = explainFixedPoint(hasParcel(order), await service.openParcelOf(orderId).find());
    if (fixed !== null) throw refusePickup(fixed);
    const found = await findOrderMethod(container, order);
    if (found === null) throw refusePickup('The order’s shipping method needs no pick-up point.');
    const { option } = found.pickup;
    const verdict = await service.points.check(pointId, service.needsOf(option), null, order.locale);
    const { mayAccept, point, problem } = verdict;
    if (!mayAccept || point === null) return verdict;
    const country = order.shipping_address?.country_code;
    if (country && country.toUpperCase() !== point.countryCode)
      throw refusePickup(`The order’s prices are for ${country.toUpperCase()}: choose a point there.`);
    await moveOrder(container, order, point);
    const data = writePickup({ option, point, problem });
    await container.resolve(Modules.ORDER).updateOrderShippingMethods({ id: found.method.id, data });
    await service.savePickup({ order_id: orderId }, { point, ...describeVerdict(verdict) });
    return verdict;
  });
}

/** Creates a return with the carrier, once for an order. @throws AppError of the carrier */
export async function createOrderReturn(container: MedusaContainer, orderId: string): Promise<PickupReturn> {
  const order = await readOrder(container, orderId);
  const service = serviceOf(container);
  const key = { order_id: orderId };
  const write = (stored: StoredReturn) => service.savePickup(key, { return: stored && { stored } });
  const find = async () => (await service.findPickup(key))?.return?.stored ?? null;
  return createReturnOnce(
    order.id,
    readPerson(order.shipping_address, order.email),
    service.accounts.of(order.sales_channel_id),
    {
      find,
      claim: () =>
        lock(container, orderId, async () => {
          if ((await find()) !== null) return false;
          await write('open');
          return true;
        }),
      store: write,
    },
  );
}

const LINK_DAYS = 30;

/**
 * Emits a link with which the customer of an order creates a return; the shop's notifications send it. Links
 * with the same id are for the same return.
 */
export async function offerReturn(container: MedusaContainer, order: Order, id: string): Promise<void> {
  const { origin, returnLinkSecret: secret } = serviceOf(container).settings;
  const countryCode = order.shipping_address?.country_code?.toUpperCase();
  if (!secret || !countryCode || (await findOrderMethod(container, order)) === null) return;
  const expiresAt = new Date(Date.now() + LINK_DAYS * 24 * 60 * 60 * 1000);
  const options = { origin, secret, orderNumber: String(order.display_id), countryCode, expiresAt, id };
  const data = { order_id: order.id, email: order.email, link: await createReturnLink(options) };
  await container.resolve(Modules.EVENT_BUS).emit({ name: DroppointEvents.RETURN_LINK, data });
}
