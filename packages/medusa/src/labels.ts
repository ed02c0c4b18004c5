import type { Label } from '@droppoint/platform';
import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import { lock } from './lock.ts';
import type { Order } from './orders.ts';
import { serviceOf } from './pickup.ts';
import { findRow } from './query.ts';

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
    const order = await findRow<Pick<Order, 'sales_channel_id'>>(container, 'order', ['sales_channel_id'], {
      id: order_id,
    });
    const { platform, organizationId } = service.kit.accounts.of(order?.sales_channel_id);
    const { labelFormat } = service.kit.settings;
    const { data: label } = await platform.shipments.label(organizationId, number, labelFormat);
    const { type, bytes } = label;
    // A random name: the label has the customer's name and phone.
    const filename = `${crypto.randomUUID()}.${type === 'application/pdf' ? 'pdf' : 'txt'}`;
    const content = Buffer.from(bytes).toString('base64');
    const file = await files.createFiles({ filename, mimeType: type, content, access: 'private' });
    await service.updateParcels({ id, label_type: type, label_file_id: file.id });
    return label;
  });
}
