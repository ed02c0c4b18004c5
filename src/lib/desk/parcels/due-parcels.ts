import { MAX_TRACKED } from '#platform/tracking.ts';
import { hasLabel, type LabelledParcel } from '../labels/load-labels.ts';
import type { DeskParcel } from '../parcel.ts';

/** Final states. Only late corrections follow them, within days. */
const FINAL: readonly unknown[] = ['delivered', 'returned', 'cancelled'];
const SETTLED_MS = 3 * 86_400_000;

function isSettled({ tracking }: DeskParcel, nowMs: number): boolean {
  const last = tracking?.events.at(-1);
  return FINAL.includes(tracking?.state) && last !== undefined && Date.parse(last.time) < nowMs - SETTLED_MS;
}

/**
 * Finds the parcels to track, in batches of ten: those tracked longest ago first, without those in a
 * final state.
 * @param freshMs parcels tracked less than this ago are left out
 * @param calls maximum number of batches
 */
export function findDue(
  parcels: readonly DeskParcel[],
  nowMs: number,
  freshMs: number,
  calls: number,
): LabelledParcel[][] {
  const readMs = ({ tracking }: DeskParcel) => tracking?.readMs ?? 0;
  const due = parcels
    .filter(hasLabel)
    .filter((parcel) => readMs(parcel) <= nowMs - freshMs && !isSettled(parcel, nowMs))
    .sort((one, other) => readMs(one) - readMs(other));
  const batches = Array.from({ length: Math.ceil(due.length / MAX_TRACKED) }, (_, at) =>
    due.slice(at * MAX_TRACKED, (at + 1) * MAX_TRACKED),
  );
  return batches.slice(0, calls);
}
