import { AppError } from '#platform/errors.ts';
import { createShipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { Broker } from '../broker/broker.ts';
import type { Desk } from './desk.svelte.ts';
import { deskParcelSchema, type DeskParcel } from './parcel.ts';

/** Held while a parcel is being sent, so that another tab or a second click leaves it alone. */
const lockOf = (id: string) => `droppoint.desk.parcel.${id}`;

/**
 * Sends a stored parcel exactly once, even after failures: its id and the state `sending` are on disk
 * before the request. A parcel that was sent or refused, or that another tab is sending, stays as it is.
 * @returns the parcel afterwards; null if it is no longer stored
 * @throws AppError if the call failed for a reason other than the parcel (no session, no permission, too
 *   many requests); a parcel that was a draft is then a draft again. DeskError if it can't be stored, in
 *   which case nothing is sent
 */
export async function sendDeskParcel(desk: Desk, broker: Broker, id: string): Promise<DeskParcel | null> {
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
    // Read it from disk, because another tab may have sent it a moment ago.
    const parcel = await desk.store.read('parcels', id, deskParcelSchema);
    if (lock === null || parcel === null || parcel.state === 'sent' || parcel.state === 'refused')
      return parcel;
    const wasAttempted = parcel.state !== 'draft';
    await desk.putParcels([{ ...parcel, state: 'sending' }]);
    const outcome = await createParcel(broker, parcel, wasAttempted);
    const after = { ...parcel, ...outcome.change };
    await desk.putParcels([after]);
    if (outcome.stop !== null) throw outcome.stop;
    return after;
  });
}

interface Outcome {
  change: Partial<DeskParcel>;
  /** An error that the parcel didn't cause, so the next parcel would meet it too. */
  stop: Error | null;
}

async function createParcel(
  { platform }: Broker,
  { organizationId, shipment, id }: DeskParcel,
  wasAttempted: boolean,
): Promise<Outcome> {
  try {
    const { data, requestId } = await platform.call(createShipment, {
      values: { organizationId },
      body: shipment,
      deduplicationId: id,
    });
    // Without a number it can't be tracked, but it was created.
    const trackingNumber = data?.trackingNumber ?? null;
    return { change: { state: 'sent', trackingNumber, requestId, problem: null }, stop: null };
  } catch (error) {
    if (!(error instanceof AppError)) return { change: { state: 'unknown' }, stop: error as Error };
    const { code, requestId = null } = error;
    const fields = error.fields.map(({ path, codes }) => ({ path, codes: [...codes] }));
    const problem = { code, fields, requestId };
    if (error instanceof UnknownOutcomeError) return { change: { state: 'unknown', problem }, stop: null };
    if (code === 'rejected' || code === 'not_found')
      return { change: { state: 'refused', problem }, stop: null };
    // The parcel itself isn't known to be wrong. If it was attempted before, that attempt may have
    // created it.
    return { change: { state: wasAttempted ? 'unknown' : 'draft', problem }, stop: error };
  }
}

/**
 * Sets parcels to `unknown` that are still `sending` although no tab is sending them, because the page
 * was closed. Called when the desk is opened.
 */
export async function markInterruptedUnknown(desk: Desk): Promise<void> {
  for (const { id, state } of desk.parcels) {
    if (state !== 'sending') continue;
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      const parcel = await desk.store.read('parcels', id, deskParcelSchema);
      if (lock !== null && parcel?.state === 'sending')
        await desk.putParcels([{ ...parcel, state: 'unknown' }]);
    });
  }
}
