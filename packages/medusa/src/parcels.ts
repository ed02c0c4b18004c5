import { applyEvent, type ParcelChange } from '@droppoint/platform/order';
import type { Label, ParcelState, WebhookEvent } from '@droppoint/platform';
import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  createOrderShipmentWorkflow,
  markOrderFulfillmentAsDeliveredWorkflow,
} from '@medusajs/medusa/core-flows';
import { DroppointEvents } from './events.ts';
import { takeFreshLabel } from './labels.ts';
import { serviceOf } from './pickup.ts';
import { PROVIDER_ID } from './settings.ts';

const LOCK_SECONDS = 60;

/** Two of Medusa's workflows on one order at a time double its lines and its sum. */
export const lockOrder = <Result>(
  container: MedusaContainer,
  orderId: string,
  change: () => Promise<Result>,
): Promise<Result> =>
  container.resolve(Modules.LOCKING).execute(`droppoint:${orderId}`, change, { timeout: LOCK_SECONDS });

interface Fulfillment {
  id: string;
  provider_id: string;
  data: Record<string, unknown> | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
  canceled_at: Date | null;
  items: { line_item_id: string; quantity: unknown }[];
  labels: { tracking_number: string; tracking_url: string; label_url: string }[];
  order: { id: string; status: string; sales_channel_id: string | null } | null;
}

async function findFulfillment(container: MedusaContainer, filters: object): Promise<Fulfillment | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({
    entity: 'fulfillment',
    fields: ['*', 'items.*', 'labels.*', 'order.id', 'order.status', 'order.sales_channel_id'],
    filters,
  });
  return (data[0] as unknown as Fulfillment | undefined) ?? null;
}

/**
 * Stores the parcel of a fulfilment, its label, and the events that came before. A fulfilment of the same
 * pieces after a cancelled one has the same parcel.
 */
export async function storeParcel(container: MedusaContainer, fulfillmentId: string): Promise<void> {
  const fulfillment = await findFulfillment(container, { id: fulfillmentId });
  const number = fulfillment?.data?.['droppoint_number'];
  if (fulfillment?.provider_id !== PROVIDER_ID || typeof number !== 'string') return;
  const service = serviceOf(container);
  const order_id = fulfillment.order!.id;
  await lockOrder(container, order_id, async () => {
    const [known] = await service.listParcels({ number });
    if (known) await service.updateParcels({ id: known.id, fulfillment_id: fulfillmentId });
    else await service.createParcels({ number, order_id, fulfillment_id: fulfillmentId });
  });
  const label = takeFreshLabel(number);
  if (label) await storeLabel(container, number, label);
  for (const event of service.earlyEvents.take(number)) await receiveParcelEvent(container, event);
}

/**
 * Processes a pushed event: in any order, each once, one at a time for an order. One of an unknown parcel
 * is kept, because it may come before the fulfilment is stored.
 */
export async function receiveParcelEvent(container: MedusaContainer, event: WebhookEvent): Promise<void> {
  const service = serviceOf(container);
  const { trackingNumber: number } = event;
  const [parcel] = await service.listParcels({ number });
  if (parcel) return applyToOrder(container, parcel, event);
  service.earlyEvents.store(event);
  // It may have been stored in the meantime.
  const [stored] = await service.listParcels({ number });
  if (stored)
    for (const early of service.earlyEvents.take(number)) await applyToOrder(container, stored, early);
}

async function applyToOrder(
  container: MedusaContainer,
  { id, order_id }: { id: string; order_id: string },
  event: WebhookEvent,
): Promise<void> {
  const service = serviceOf(container);
  await lockOrder(container, order_id, async () => {
    const parcel = await service.retrieveParcel(id);
    const known = { state: parcel.state as ParcelState | null, at: parcel.state_at };
    const change = applyEvent(known, event);
    if (change === null) return;
    const { fulfillment_id, number } = parcel;
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
  const fulfillment = becomes && (await findFulfillment(container, { id: fulfillmentId }));
  if (!fulfillment || fulfillment.canceled_at || fulfillment.order?.status === 'canceled') return;
  const { id: order_id } = fulfillment.order!;
  if (!fulfillment.shipped_at && !fulfillment.delivered_at) {
    const items = fulfillment.items.map(({ line_item_id: id, quantity }) => ({
      id,
      quantity: Number(quantity),
    }));
    // The workflow replaces the labels, so pass those that there are.
    const labels = fulfillment.labels.map(({ tracking_number, tracking_url, label_url }) => ({
      ...{ tracking_number, tracking_url, label_url },
    }));
    const input = { order_id, fulfillment_id: fulfillmentId, items, labels };
    await createOrderShipmentWorkflow(container).run({ input });
  }
  if (becomes === 'delivered' && !fulfillment.delivered_at)
    await markOrderFulfillmentAsDeliveredWorkflow(container).run({
      input: { orderId: order_id, fulfillmentId },
    });
}

async function storeLabel(container: MedusaContainer, number: string, { type, bytes }: Label): Promise<void> {
  const service = serviceOf(container);
  // A random name: the label has the customer's name and phone.
  const filename = `${crypto.randomUUID()}.${type === 'application/pdf' ? 'pdf' : 'txt'}`;
  const content = Buffer.from(bytes).toString('base64');
  const file = await container
    .resolve(Modules.FILE)
    .createFiles({ filename, mimeType: type, content, access: 'private' });
  const [parcel] = await service.listParcels({ number });
  await service.updateParcels({ id: parcel!.id, label_type: type, label_file_id: file.id });
}

/**
 * Loads a parcel's label from the shop's files, otherwise from the carrier.
 * @returns null if the shop has no such parcel
 * @throws AppError if the carrier doesn't answer with one
 */
export async function loadLabel(container: MedusaContainer, number: string): Promise<Label | null> {
  const service = serviceOf(container);
  const [parcel] = await service.listParcels({ number });
  if (!parcel) return null;
  const { label_type: type, label_file_id: fileId } = parcel;
  if (type && fileId) {
    const buffer = await container.resolve(Modules.FILE).getAsBuffer(fileId);
    return { type, bytes: Uint8Array.from(buffer) } as Label;
  }
  const fulfillment = await findFulfillment(container, { id: parcel.fulfillment_id });
  const { settings, accounts } = service.kit;
  const { platform, organizationId } = accounts.of(fulfillment?.order?.sales_channel_id);
  const { data: label } = await platform.shipments.label(organizationId, number, settings.labelFormat);
  await storeLabel(container, number, label);
  return label;
}
