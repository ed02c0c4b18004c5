import type { Broker } from '../../broker/broker.ts';
import { forEachLimit } from '#async/limit.ts';
import type { Desk } from '../desk.svelte.ts';
import type { DeskParcel } from '../parcel.ts';
import { dropStoredLabel, loadLabel, type DeskFormat, type DeskLabel } from '../load-label.ts';
import { checkLabel } from './label-file.ts';

/** Concurrent calls. A browser opens six connections to one host, and other requests need some. */
const AT_ONCE = 4;

/** A parcel that the platform has a label for. */
export type LabelledParcel = DeskParcel & { trackingNumber: string };

export const hasLabel = (parcel: DeskParcel): parcel is LabelledParcel =>
  parcel.state === 'sent' && parcel.trackingNumber !== null;

export interface LoadedLabels {
  /** In the order of their parcels. */
  labels: DeskLabel[];
  /** Parcels whose label couldn't be loaded, with the error. */
  failed: { parcel: LabelledParcel; error: unknown }[];
}

/**
 * Loads the labels of parcels, a few at a time. A failure doesn't affect the others.
 * @param onread called after each, failed ones too
 */
export async function loadLabels(
  desk: Desk,
  broker: Broker,
  parcels: readonly LabelledParcel[],
  format: DeskFormat,
  onread: () => void,
): Promise<LoadedLabels> {
  const labels = new Map<LabelledParcel, DeskLabel>();
  const errors = new Map<LabelledParcel, unknown>();
  await forEachLimit(AT_ONCE, parcels, async (parcel) => {
    try {
      const label = await loadLabel(desk, broker, parcel, format);
      // Don't cache a truncated label.
      await checkLabel(label).catch(async (error: unknown) => {
        await dropStoredLabel(desk, parcel, format);
        throw error;
      });
      labels.set(parcel, label);
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
