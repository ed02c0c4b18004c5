import { applyEvent, fetchParcelTexts, type ParcelChange, type ParcelStore } from '@droppoint/platform/order';
import { describeError, type ParcelState, type WebhookEvent } from '@droppoint/platform';
import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import {
  createOrderShipmentWorkflow,
  markOrderFulfillmentAsDeliveredWorkflow,
} from '@medusajs/medusa/core-flows';
import { DroppointEvents, type ParcelStateData } from './events.ts';
import { loadLabel } from './labels.ts';
import { lock } from './lock.ts';
import { findOrder } from './orders.ts';
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
  items: { line_item_id: string; quantity: number }[];
  labels: { id: string }[];
  order: { id: string; status: string } | null;
}

const FIELDS = ['*', 'items.*', 'labels.id', 'order.id', 'order.status'];

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
    // It is fetched again when it is printed.
    service.logger.warn(`Droppoint: the label of ${number} is missing. ${describeError(error)}`);
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
  const order = await findOrder(container, { id: order_id });
  const { origin } = serviceOf(container).settings;
  return fetchParcelTexts(origin, { trackingNumber: number, state, language: order?.locale });
}

/** Processes a pushed event: in any order, each once, one at a time for an order. */
export const receiveParcelEvent = (container: MedusaContainer, event: WebhookEvent): Promise<void> =>
  serviceOf(container).earlyEvents.receive(event, parcelsOf(container));

function parcelsOf(container: MedusaContainer): ParcelStore<{ id: string; order_id: string }> {
  const service = serviceOf(container);
  return {
    async find(number) {
      const parcel = await service.findParcel(number);
      return parcel?.fulfillment_id ? parcel : null;
    },
    apply: ({ id, order_id }, event) =>
      lock(container, order_id, async () => {
        const parcel = await service.retrieveParcel(id);
        const change = applyEvent({ state: parcel.state as ParcelState | null, at: parcel.state_at }, event);
        if (change === null) return;
        const { fulfillment_id, number } = parcel;
        if (fulfillment_id === null) return service.earlyEvents.store(event);
        // Before the state is stored: if this fails, the carrier pushes the event again.
        await moveFulfillment(container, fulfillment_id, change.becomes);
        await service.updateParcels({ id, state: change.state, state_at: change.at });
        if (!change.isNewState) return;
        const data = { order_id, fulfillment_id, number, state: change.state };
        await container.resolve(Modules.EVENT_BUS).emit({ name: DroppointEvents.PARCEL_STATE, data });
      }),
  };
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
    const items = fulfillment.items.map(({ line_item_id: id, quantity }) => ({ id, quantity }));
    // The workflow removes labels that aren't named.
    const labels = fulfillment.labels.map(({ id }) => ({ id })) as never;
    const input = { order_id, fulfillment_id: fulfillmentId, items, labels };
    await createOrderShipmentWorkflow(container).run({ input });
  }
  if (becomes === 'delivered' && !fulfillment.delivered_at)
    await markOrderFulfillmentAsDeliveredWorkflow(container).run({
      input: { orderId: order_id, fulfillmentId },
    });
}
