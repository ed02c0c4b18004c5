import type { Mark } from '../marks/mark.ts';
import type { DeskParcel } from '../parcel.ts';
import { parcelKind } from '../parcels/parcel-kind.ts';
import { isHeld } from '../parcels/parcel-row.ts';

/**
 * The answer to a scan. `packed`: the parcel is to be packed, and now is. `already`: it was packed before.
 * `cancelled`: it must not leave. `not_sent`: the carrier doesn't have it. `gone`: the carrier has picked
 * it up. `several`: an order with several parcels, of which one is to be chosen.
 */
export type ScanOutcome =
  | { kind: 'packed' | 'already' | 'cancelled' | 'not_sent' | 'gone'; parcel: DeskParcel }
  | { kind: 'several'; parcels: readonly DeskParcel[] }
  | { kind: 'unknown'; code: string };
export type OutcomeKind = ScanOutcome['kind'];

const isDead = (parcel: DeskParcel) => parcel.state === 'refused' || parcelKind(parcel) === 'cancelled';

/**
 * Decides the answer to a scan.
 * @param found the parcels with the scanned number or order
 */
export function resolveScan(
  code: string,
  found: readonly DeskParcel[],
  markOf: (id: string) => Mark,
): ScanOutcome {
  // A parcel that replaced a refused or cancelled one is the one to pack.
  const alive = found.filter((parcel) => !isDead(parcel));
  const [parcel, ...others] = alive.length === 0 ? found : alive;
  if (parcel === undefined) return { kind: 'unknown', code };
  if (others.length > 0) return { kind: 'several', parcels: [parcel, ...others] };
  return resolveParcel(parcel, markOf(parcel.id));
}

/** Decides the answer for one parcel. */
export function resolveParcel(parcel: DeskParcel, mark: Mark): ScanOutcome {
  const kind = parcelKind(parcel);
  if (kind === 'cancelled') return { kind, parcel };
  if (parcel.state !== 'sent') return { kind: 'not_sent', parcel };
  if (mark.packedMs !== null) return { kind: 'already', parcel };
  return { kind: isHeld(kind) ? 'packed' : 'gone', parcel };
}
