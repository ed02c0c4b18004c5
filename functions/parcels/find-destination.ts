import type { TrackedParcel } from '#platform/tracking.ts';
import { readPlace } from './read-place.ts';
import type { PublicParcelEvent, PublicParcelPlace } from '#contract/public-parcel.ts';

/** Sent to another point or address, or stored elsewhere (docs/platform-api.md, chapter 11). */
const REDIRECTED = 'LMD.3';
/** Sent to the original point again, or a redirect that was cancelled. */
const AS_AT_FIRST: readonly string[] = ['LMD.3005', 'LMD.3012'];
const TO_AN_ADDRESS = 'LMD.3006';

/**
 * Where a parcel can be collected, now or later: according to its latest events, else where it was
 * sent. A parcel may be redirected several times, and the platform doesn't document whether its
 * `destination` changes accordingly.
 * @param events oldest first
 * @returns null if it isn't known
 */
export function findDestination(
  parcel: TrackedParcel,
  events: readonly PublicParcelEvent[],
): PublicParcelPlace | null {
  for (const { code, group, place } of events.toReversed()) {
    if (AS_AT_FIRST.includes(code)) break;
    if (code === TO_AN_ADDRESS) return { kind: 'address', id: null, name: null, city: null, country: null };
    const isThere = group === 'ready' || group === 'delivered';
    if (place?.kind === 'point' && (isThere || code.startsWith(REDIRECTED))) return place;
    if (place?.kind === 'address' && isThere) return place;
  }
  const { destination } = parcel;
  return typeof destination === 'object' && destination !== null
    ? readPlace(destination as Record<string, unknown>)
    : null;
}
