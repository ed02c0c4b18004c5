import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { Broker } from '../broker/broker.ts';
import type { Desk } from './desk.svelte.ts';
import { deskParcelSchema, type DeskParcel } from './parcel.ts';

/** Held while a parcel is sent: another tab, or another press, then leaves it alone. */
const lockOf = (id: string) => `droppoint.desk.parcel.${id}`;

/**
 * Sends a kept parcel once, whatever breaks: its id and the state `sending` are on the disk before the request. A parcel that is sent,
 * that was refused, or that another tab is sending is left as it is.
 * @returns the parcel afterwards; null if it isn't kept any more
 * @throws AppError if nothing could be sent and nothing is wrong with the parcel: no session, no right, too many requests; it is then a draft
 *   again. DeskError if it can't be kept: then nothing is sent
 */
export async function sendParcel(desk: Desk, broker: Broker, id: string): Promise<DeskParcel | null> {
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
    // On the disk: another tab may have sent it a moment ago.
    const parcel = await desk.store.read('parcels', id, deskParcelSchema);
    if (lock === null || parcel === null || parcel.state === 'sent' || parcel.state === 'refused')
      return parcel;
    const wasAsked = parcel.state !== 'draft';
    await desk.putParcels([{ ...parcel, state: 'sending' }]);
    const outcome = await ask(broker, parcel, wasAsked);
    const after = { ...parcel, ...outcome.change };
    await desk.putParcels([after]);
    if (outcome.stop !== null) throw outcome.stop;
    return after;
  });
}

interface Outcome {
  change: Partial<DeskParcel>;
  /** An error that isn't the parcel's: the next one would meet it too. */
  stop: Error | null;
}

async function ask(
  broker: Broker,
  { organizationId, shipment, id }: DeskParcel,
  wasAsked: boolean,
): Promise<Outcome> {
  try {
    const { data, requestId } = await broker.sendParcel(organizationId, shipment, id);
    // Without a number it can't be followed, but it was created.
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
    // Nothing is known to be wrong with it. What was asked before may have been created then.
    return { change: { state: wasAsked ? 'unknown' : 'draft', problem }, stop: error };
  }
}

/**
 * Parcels that say `sending` although no tab is sending them: the page was closed meanwhile. Their outcome is unknown.
 * Called when the desk is opened.
 */
export async function settleInterrupted(desk: Desk): Promise<void> {
  for (const { id, state } of desk.parcels) {
    if (state !== 'sending') continue;
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      const parcel = await desk.store.read('parcels', id, deskParcelSchema);
      if (lock !== null && parcel?.state === 'sending')
        await desk.putParcels([{ ...parcel, state: 'unknown' }]);
    });
  }
}
