import { compareEvents, stateOfParcel } from '#platform/parcel-state.ts';
import type { ParcelEvent } from '#platform/tracking.ts';
import type { DeskParcel } from '../parcel.ts';

/** Of one parcel: far more than a parcel has, so that no answer fills the disk. */
const MAX_EVENTS = 300;

const keyOf = ({ id, code, time }: ParcelEvent) => id ?? `${code} ${time}`;

/**
 * A parcel with the events of an answer beside those that were known. Its state is that of the latest event: one that comes late, about an
 * earlier time, changes nothing, and neither does an answer that lacks some.
 * @param events oldest first; none: the platform doesn't know the number, or has nothing to tell yet
 */
export function takeEvents(parcel: DeskParcel, events: readonly ParcelEvent[], nowMs: number): DeskParcel {
  const known = parcel.tracking?.events ?? [];
  const byKey = new Map<string, ParcelEvent>([...known, ...events].map((event) => [keyOf(event), event]));
  const all = [...byKey.values()]
    .sort(compareEvents)
    .slice(-MAX_EVENTS)
    .map((event) => ({ ...event, place: event.place === null ? null : { ...event.place } }));
  return {
    ...parcel,
    tracking: { state: stateOfParcel(all) ?? parcel.tracking?.state ?? null, events: all, readMs: nowMs },
  };
}
