import * as z from 'zod/mini';
import type { Platform } from '#platform/client.ts';
import type { LabelFormat } from '#platform/labels.ts';
import { forEachLimit } from '#async/limit.ts';
import type { Desk } from '../desk.svelte.ts';
import type { DeskParcel } from '../parcel.ts';
import { openLabelFile, type OpenedLabel } from './label-file.ts';

/** Label formats that the desk offers. */
export const DESK_FORMATS = [
  'pdf-a6',
  'pdf-a4',
  'zpl-203',
  'zpl-300',
] as const satisfies readonly LabelFormat[];
export type DeskFormat = (typeof DESK_FORMATS)[number];

/** Concurrent calls. A browser opens six connections to one host, and other requests need some. */
const AT_ONCE = 4;

/** A parcel that the platform has a label for. */
export type LabelledParcel = DeskParcel & { trackingNumber: string };

export const hasLabel = (parcel: DeskParcel): parcel is LabelledParcel =>
  parcel.state === 'sent' && parcel.trackingNumber !== null;

export interface LoadedLabels {
  /** In the order of their parcels. */
  labels: OpenedLabel[];
  /** Parcels whose label couldn't be loaded, with the error. */
  failed: { parcel: LabelledParcel; error: unknown }[];
}

type LabelClient = Pick<Platform, 'shipments'>;

/**
 * Loads the labels of parcels, a few at a time. A failure doesn't affect the others.
 * @param onread called after each, failed ones too
 */
export async function loadLabels(
  desk: Desk,
  platform: LabelClient,
  parcels: readonly LabelledParcel[],
  format: DeskFormat,
  onread: () => void,
): Promise<LoadedLabels> {
  const labels = new Map<LabelledParcel, OpenedLabel>();
  const errors = new Map<LabelledParcel, unknown>();
  await forEachLimit(AT_ONCE, parcels, async (parcel) => {
    try {
      labels.set(parcel, await loadLabel(desk, platform, parcel, format));
    } catch (error) {
      errors.set(parcel, error);
    }
    onread();
  });
  return {
    labels: parcels.flatMap((parcel) => labels.get(parcel) ?? []),
    failed: parcels.flatMap((parcel) => (errors.has(parcel) ? [{ parcel, error: errors.get(parcel) }] : [])),
  };
}

const labelSchema = z.object({
  type: z.string(),
  bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
});

/**
 * Loads a label from this browser, or from the platform. A complete label from the platform is stored, so
 * that it is available offline.
 * @throws as `call`; AppError `malformed` for an incomplete label
 */
async function loadLabel(
  desk: Desk,
  platform: LabelClient,
  { organizationId, trackingNumber }: LabelledParcel,
  format: DeskFormat,
): Promise<OpenedLabel> {
  const key = `${trackingNumber} ${format}`;
  const stored = await desk.store.read('labels', key, labelSchema);
  // A stored label that is damaged is loaded again.
  const intact = stored && (await openLabelFile(stored).catch(() => null));
  if (intact !== null) return intact;
  const { data } = await platform.shipments.label(organizationId, trackingNumber, format);
  const opened = await openLabelFile(data);
  // If the label can't be stored, it can be loaded again.
  await desk.store.write('labels', [[key, data]]).catch(() => {});
  return opened;
}
