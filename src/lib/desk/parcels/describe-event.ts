import { stateOfEvent } from '#platform/parcel-state.ts';
import {
  describeShopperEvent as describeKnown,
  findEventKind,
  type EventKind,
} from '../../parcel/event-words.ts';
import { m } from '../../broker/messages.ts';
import { packing } from '../packing-messages.ts';
import type { DeskParcel } from '../parcel.ts';
import { describeKind } from './describe-kind.ts';
import type { ParcelKind } from './parcel-kind.ts';

/**
 * Describes an event, in the words of the recipient's page. Of a code that was added later, only the group
 * is known; a completely unknown code is shown as it is.
 */
export function describeEvent(code: string): string {
  if (findEventKind(code) !== null) return describeKnown({ code, group: null });
  const state = stateOfEvent(code);
  if (state !== null) return describeKind(state);
  return code.startsWith('INF.') ? m.parcels_note() : code;
}

/** The code of the latest event with a state; null: there is none. */
function findLatestCode({ tracking }: DeskParcel): string | null {
  return tracking?.events.findLast(({ code }) => stateOfEvent(code) !== null)?.code ?? null;
}

/** Names the problem of a parcel, such as lost or damaged. Empty: it has none, or one without own words. */
export function nameProblem(parcel: DeskParcel, kind: ParcelKind): string {
  const code = kind === 'problem' ? findLatestCode(parcel) : null;
  return code === null || findEventKind(code) === null ? '' : describeEvent(code);
}

/** Advice for kinds of events that need their own. */
const ADVICE: Partial<Record<EventKind, () => string>> = {
  missing: () => packing.advice_missing(),
  damaged: () => packing.advice_damaged(),
  destroyed: () => packing.advice_damaged(),
  address: () => packing.advice_address(),
};

/** Says what the sender does about a parcel. Empty: nothing. */
export function adviseSender(parcel: DeskParcel, kind: ParcelKind): string {
  if (kind === 'returning') return packing.advice_returning();
  if (kind !== 'problem') return '';
  const eventKind = findEventKind(findLatestCode(parcel) ?? '');
  return (eventKind === null ? undefined : ADVICE[eventKind]?.()) ?? packing.advice_problem();
}
