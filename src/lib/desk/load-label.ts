import * as z from 'zod/mini';
import type { LabelFormat } from '#platform/labels.ts';
import type { Broker } from '../broker/broker.ts';
import type { Desk } from './desk.svelte.ts';

/** Label formats that the desk offers. */
export const DESK_FORMATS = [
  'pdf-a6',
  'pdf-a4',
  'zpl-203',
  'zpl-300',
] as const satisfies readonly LabelFormat[];
export type DeskFormat = (typeof DESK_FORMATS)[number];

const labelSchema = z.object({
  type: z.string(),
  bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
});
export type DeskLabel = z.infer<typeof labelSchema>;

/**
 * Loads the label of a sent parcel from this browser, or from the platform. A label from the platform is
 * stored, so that it is available offline.
 * @throws as `call`
 */
export async function loadLabel(
  desk: Desk,
  broker: Broker,
  { organizationId, trackingNumber }: { organizationId: string; trackingNumber: string },
  format: DeskFormat,
): Promise<DeskLabel> {
  const key = keyOf(trackingNumber, format);
  const stored = await desk.store.read('labels', key, labelSchema);
  if (stored !== null) return stored;
  const { data } = await broker.readLabel(organizationId, trackingNumber, format);
  // If the label can't be stored, it can be loaded again.
  await desk.store.write('labels', [[key, data]]).catch(() => {});
  return data;
}

/** Removes a stored label, so that the next load asks the platform. */
export const dropStoredLabel = (
  desk: Desk,
  { trackingNumber }: { trackingNumber: string },
  format: DeskFormat,
): Promise<void> => desk.store.remove('labels', [keyOf(trackingNumber, format)]).catch(() => {});

const keyOf = (trackingNumber: string, format: DeskFormat) => `${trackingNumber} ${format}`;
