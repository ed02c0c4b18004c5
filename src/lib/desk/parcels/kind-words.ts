import { stateOfEvent } from '#platform/parcel-state.ts';
import { m } from '../../broker/messages.ts';
import type { ParcelKind } from './parcel-kind.ts';

const WORDS: Readonly<Record<ParcelKind, () => string>> = {
  draft: () => m.state_draft(),
  sending: () => m.state_sending(),
  sent: () => m.state_sent(),
  refused: () => m.state_refused(),
  unknown: () => m.state_unknown(),
  registered: () => m.track_registered(),
  on_its_way: () => m.track_on_its_way(),
  ready: () => m.track_ready(),
  delivered: () => m.track_delivered(),
  problem: () => m.track_problem(),
  cancelled: () => m.track_cancelled(),
  returning: () => m.track_returning(),
  returned: () => m.track_returned(),
};

/** A word for a parcel's state; one that another version wrote is shown as it is. */
export const sayKind = (kind: ParcelKind): string => (Object.hasOwn(WORDS, kind) ? WORDS[kind]() : kind);

/** A word for an event by the group of its code; a code that is unknown in whole is shown as it is. */
export function sayEvent(code: string): string {
  const state = stateOfEvent(code);
  if (state !== null) return sayKind(state);
  return code.startsWith('INF.') ? m.parcels_note() : code;
}
