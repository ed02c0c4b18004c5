import type { Label } from '@droppoint/platform';
import { fetchShipmentLabel, nameLabel } from '@droppoint/platform/order';
import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import { lock } from './lock.ts';
import { findOrder } from './orders.ts';
import { serviceOf } from './pickup.ts';

/**
 * Loads a parcel's label from the shop's files, otherwise from the carrier, and then stores it.
 * @returns null if the shop has no such parcel
 * @throws AppError if the carrier doesn't answer with one
 */
export async function loadLabel(container: MedusaContainer, number: string): Promise<Label | null> {
  const service = serviceOf(container);
  const files = container.resolve(Modules.FILE);
  const parcel = await service.findParcel(number);
  if (parcel === null) return null;
  const { id, order_id } = parcel;
  return lock(container, order_id, async () => {
    const { label_type: stored, label_file_id: fileId } = await service.retrieveParcel(id);
    if (stored && fileId)
      return { type: stored, bytes: Uint8Array.from(await files.getAsBuffer(fileId)) } as Label;
    const order = await findOrder(container, { id: order_id });
    const carrier = service.accounts.of(order?.sales_channel_id);
    const label = await fetchShipmentLabel(carrier, number, service.settings.labelFormat);
    const { type, bytes } = label;
    const content = Buffer.from(bytes).toString('base64');
    const input = { filename: nameLabel(label), mimeType: type, content, access: 'private' } as const;
    const { id: label_file_id } = await files.createFiles(input);
    await service.updateParcels({ id, label_type: type, label_file_id });
    return label;
  });
}
