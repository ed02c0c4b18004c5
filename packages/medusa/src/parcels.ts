import { applyEvent, fetchParcelTexts, type ParcelChange, type ParcelStore } from '@droppoint/platform/order';
import { describeError, type ParcelState, type WebhookEvent } from '@droppoint/platform';
import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  createOrderShipmentWorkflow,
  markOrderFulfillmentAsDeliveredWorkflow,
} from '@medusajs/medusa/core-flows';
import { DroppointEvents, type ParcelStateData } from './events.ts';
import { loadLabel } from './labels.ts';
import { lock } from './lock.ts';
import type { Order } from './orders.ts';
import { serviceOf } from './pickup.ts';
import { findRow } from './query.ts';
import { PROVIDER_ID } from './settings.ts';

interface Fulfillment {
  id: string;
  provider_id: string;
  data: Record<string, unknown> | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  canceled_at: Date | null;
  items: { line_item_id: string; quantity: unknown }[];
  labels: { tracking_number: string; tracking_url: string; label_url: string }[];
  order: { id: string; status: string } | null;
}

const FIELDS = ['*', 'items.*', 'labels.*', 'order.id', 'order.status'];

const findFulfillment = (container: MedusaContainer, id: string): Promise<Fulfillment | null> =>
  findRow(container, 'fulfillment', FIELDS, { id });

/**
 * Stores the parcel of a fulfilment, its label, and the events that came before. A fulfilment of the same
 * pieces after a cancelled one has the same parcel.
 */
export async function storeParcel(container: MedusaContainer, fulfillmentId: string): Promise<void> {
  const fulfillment = await findFulfillment(container, fulfillmentId);
  const number = fulfillment?.data?.['droppoint_number'];
  if (fulfillment?.provider_id !== PROVIDER_ID || typeof number !== 'string') return;
  const service = serviceOf(container);
  const order_id = fulfillment.order!.id;
  await lock(container, order_id, () => service.saveParcel(number, { fulfillment_id: fulfillmentId }));
  await service.earlyEvents.adopt(number, parcelsOf(container));
  await loadLabel(container, number).catch((error: unknown) => {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
    // It is fetched again when it is printed.
    logger.warn(`Droppoint: the label of ${number} is missing. ${describeError(error)}`);
  });
}

/**
 * Describes a parcel for its recipient, in the order's language: for the shop's notifications.
 * @param parcel the data of its event
 * @returns null if Droppoint can't be reached, or doesn't know the parcel
 */
export async function describeParcel(
  container: MedusaContainer,
  { order_id, number, state }: ParcelStateData,
) {
  const order = await findRow<Pick<Order, 'locale'>>(container, 'order', ['locale'], { id: order_id });
  const { origin } = serviceOf(container).kit.settings;
  return fetchParcelTexts(origin, { trackingNumber: number, state, language: order?.locale });
}

/** Processes a pushed event: in any order, each once, one at a time for an order. */
export const receiveParcelEvent = (container: MedusaContainer, event: WebhookEvent): Promise<void> =>
  serviceOf(container).earlyEvents.receive(event, parcelsOf(container));

const parcelsOf = (container: MedusaContainer): ParcelStore<{ id: string; order_id: string }> => ({
  async find(number) {
    const parcel = await serviceOf(container).findParcel(number);
    return parcel?.fulfillment_id ? parcel : null;
  },
  apply: (parcel, event) => applyToOrder(container, parcel, event),
});

async function applyToOrder(
  container: MedusaContainer,
  { id, order_id }: { id: string; order_id: string },
  event: WebhookEvent,
): Promise<void> {
  const service = serviceOf(container);
  await lock(container, order_id, async () => {
    const parcel = await service.retrieveParcel(id);
    const known = { state: parcel.state as ParcelState | null, at: parcel.state_at };
    const change = applyEvent(known, event);
    if (change === null) return;
    const { fulfillment_id, number } = parcel;
    if (fulfillment_id === null) return service.earlyEvents.store(event);
    // Before the state is stored: if this fails, the carrier pushes the event again.
    await moveFulfillment(container, fulfillment_id, change.becomes);
    await service.updateParcels({ id, state: change.state, state_at: change.at });
    if (!change.isNewState) return;
    const data = { order_id, fulfillment_id, number, state: change.state };
    await container.resolve(Modules.EVENT_BUS).emit({ name: DroppointEvents.PARCEL_STATE, data });
  });
}

/** Marks a fulfilment as shipped or delivered, unless it is already, or cancelled. */
async function moveFulfillment(
  container: MedusaContainer,
  fulfillmentId: string,
  becomes: ParcelChange['becomes'],
): Promise<void> {
  const fulfillment = becomes && (await findFulfillment(container, fulfillmentId));
  if (!fulfillment || fulfillment.canceled_at || fulfillment.order?.status === 'canceled') return;
  const { id: order_id } = fulfillment.order!;
  if (!fulfillment.shipped_at && !fulfillment.delivered_at) {
    const items = fulfillment.items.map(({ line_item_id: id, quantity }) => ({
      id,
      quantity: Number(quantity),
    }));
    // The workflow replaces the labels, so pass those that there are.
    const labels = fulfillment.labels.map(({ tracking_number, tracking_url, label_url }) => ({
      tracking_number,
      tracking_url,
      label_url,
    }));
    const input = { order_id, fulfillment_id: fulfillmentId, items, labels };
    await createOrderShipmentWorkflow(container).run({ input });
  }
  if (becomes === 'delivered' && !fulfillment.delivered_at)
    await markOrderFulfillmentAsDeliveredWorkflow(container).run({
      input: { orderId: order_id, fulfillmentId },
    });
}
