import { compareEvents, stateOfParcel } from '#platform/parcel-state.ts';
import type { ParcelEvent } from '#platform/tracking.ts';
import type { DeskParcel } from '../parcel.ts';

/** Maximum events per parcel: far more than a parcel has, so that no answer can fill the disk. */
const MAX_EVENTS = 300;

const keyOf = ({ id, code, time }: ParcelEvent) => id ?? `${code} ${time}`;

/**
 * Merges the events of an answer into a parcel. The state is that of the latest event, so neither a late
 * report of an earlier event nor an answer that lacks some events changes it.
 * @param events oldest first; empty: the platform doesn't know the number, or has no events yet
 */
export function mergeEvents(parcel: DeskParcel, events: readonly ParcelEvent[], nowMs: number): DeskParcel {
  const existing = parcel.tracking?.events ?? [];
  const byKey = new Map<string, ParcelEvent>([...existing, ...events].map((event) => [keyOf(event), event]));
  const all = [...byKey.values()]
    .sort(compareEvents)
    .slice(-MAX_EVENTS)
    .map((event) => ({ ...event, place: event.place === null ? null : { ...event.place } }));
  return {
    ...parcel,
    tracking: { state: stateOfParcel(all) ?? parcel.tracking?.state ?? null, events: all, readMs: nowMs },
  };
}
