import { stateOfEvent, type ParcelState } from '#platform/parcel-state.ts';
import { eventsOf, type TrackedParcel } from '#platform/tracking.ts';
import { findDestination } from './find-destination.ts';
import { readPlace } from './read-place.ts';
import type { ToldEvent, ToldParcel, ToldPlace, ToldState } from '../../src/lib/contract/told-parcel.ts';

/** The latest ones are told: a parcel has twenty. */
const MAX_EVENTS = 100;
const CODE = /^[\w.:-]{1,40}$/;
/** ISO 8601 with an offset: `Date.parse` reads other texts too, and comments in them. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

const IN_SIX_WORDS: Readonly<Partial<Record<ParcelState, ToldState>>> = {
  cancelled: 'problem',
  returned: 'returning',
};

/** Problems after which the carrier tries again by itself: the parcel couldn't be handed over, or didn't fit in. */
const TRIED_AGAIN = /^LMD\.90(?:04|1[5-8]|2[0-5])$/;

/** A parcel's answer, before its point was looked up. */
export type ToldDraft = Omit<ToldParcel, 'destination' | 'checkedAt'> & { destination: ToldPlace | null };

/**
 * What is told of a parcel to anybody who has its number: nothing of persons, no notes, no text that isn't a code, a time or the name of a
 * point or centre. Never throws.
 */
export function tellParcel(parcel: TrackedParcel): ToldDraft {
  const readable = eventsOf(parcel).filter(({ code }) => CODE.test(code));
  const events = readable.slice(-MAX_EVENTS).map(({ code, time, place }): ToldEvent => ({
    code,
    group: groupOf(code),
    time: ISO_TIME.test(time) ? time : new Date(time).toISOString(),
    place: place === null ? null : readPlace(place),
  }));
  const latest = events.findLast(({ group }) => group !== null);
  const state = latest?.group ?? null;
  return {
    number: parcel.trackingNumber,
    status: 'found',
    state,
    since: findBeginning(events, state),
    nextStep: latest === undefined ? 'wait' : chooseStep(latest),
    isReturn: readKind(parcel['shipment']),
    destination: state === 'returning' ? null : findDestination(parcel, events),
    events,
    leftOut: parcel.events.length - events.length,
  };
}

function groupOf(code: string): ToldState | null {
  const state = stateOfEvent(code);
  return state === null ? null : (IN_SIX_WORDS[state] ?? (state as ToldState));
}

/** When a parcel came into the state that it is in. */
function findBeginning(events: readonly ToldEvent[], state: ToldState | null): string | null {
  const changes = events.filter(({ group }) => group !== null);
  const before = changes.findLastIndex(({ group }) => group !== state);
  return changes[before + 1]?.time ?? null;
}

function chooseStep({ code, group }: ToldEvent): ToldParcel['nextStep'] {
  switch (group) {
    case 'ready':
      return 'collect';
    case 'delivered':
      return 'none';
    case 'problem':
      return TRIED_AGAIN.test(code) ? 'wait' : 'ask_shop';
    case 'returning':
      return 'ask_shop';
    default:
      return 'wait';
  }
}

function readKind(shipment: unknown): boolean | null {
  const type = (shipment as { type?: unknown } | null | undefined)?.type;
  return type === 'RETURN' ? true : type === 'OUTBOUND' ? false : null;
}
