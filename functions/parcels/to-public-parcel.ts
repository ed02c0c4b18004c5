import { stateOfEvent, type ParcelState } from '#platform/parcel-state.ts';
import { eventsOf, type TrackedParcel } from '#platform/tracking.ts';
import { findDestination } from './find-destination.ts';
import { readPlace } from './read-place.ts';
import type {
  PublicParcelEvent,
  PublicParcel,
  PublicParcelPlace,
  PublicParcelState,
} from '#contract/public-parcel.ts';

/** Maximum number of events, of which the latest are shown. A usual parcel has twenty. */
const MAX_EVENTS = 100;
const CODE = /^[\w.:-]{1,40}$/;
/** ISO 8601 with an offset: `Date.parse` reads other texts too, and comments in them. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

const PUBLIC_STATES: Readonly<Partial<Record<ParcelState, PublicParcelState>>> = {
  cancelled: 'problem',
  returned: 'returning',
};

/**
 * Problems after which the carrier tries again without being asked: the parcel couldn't be handed
 * over, or didn't fit.
 */
const RETRIED_BY_CARRIER = /^LMD\.90(?:04|1[5-8]|2[0-5])$/;

/** A parcel's answer before its point is looked up. */
export type PublicParcelDraft = Omit<PublicParcel, 'destination' | 'checkedAt'> & {
  destination: PublicParcelPlace | null;
};

/**
 * Converts a parcel to the data that anyone with its number may see: no personal data, no notes,
 * and no text except codes, times and the names of points and centres. Never throws.
 */
export function toPublicParcel(parcel: TrackedParcel): PublicParcelDraft {
  const readable = eventsOf(parcel).filter(({ code }) => CODE.test(code));
  const events = readable.slice(-MAX_EVENTS).map(({ code, time, place }): PublicParcelEvent => ({
    code,
    group: stateOfCode(code),
    time: ISO_TIME.test(time) ? time : new Date(time).toISOString(),
    place: place === null ? null : readPlace(place),
  }));
  const latest = events.findLast(({ group }) => group !== null);
  const state = latest?.group ?? null;
  return {
    number: parcel.trackingNumber,
    status: 'found',
    state,
    since: findStateStart(events, state),
    nextStep: latest === undefined ? 'wait' : chooseStep(latest),
    isReturn: readIsReturn(parcel['shipment']),
    destination: state === 'returning' ? null : findDestination(parcel, events),
    events,
    leftOut: parcel.events.length - events.length,
  };
}

function stateOfCode(code: string): PublicParcelState | null {
  const state = stateOfEvent(code);
  return state === null ? null : (PUBLIC_STATES[state] ?? (state as PublicParcelState));
}

/** When the parcel's current state began. */
function findStateStart(
  events: readonly PublicParcelEvent[],
  state: PublicParcelState | null,
): string | null {
  const changes = events.filter(({ group }) => group !== null);
  const before = changes.findLastIndex(({ group }) => group !== state);
  return changes[before + 1]?.time ?? null;
}

function chooseStep({ code, group }: PublicParcelEvent): PublicParcel['nextStep'] {
  switch (group) {
    case 'ready':
      return 'collect';
    case 'delivered':
      return 'none';
    case 'problem':
      return RETRIED_BY_CARRIER.test(code) ? 'wait' : 'ask_shop';
    case 'returning':
      return 'ask_shop';
    default:
      return 'wait';
  }
}

function readIsReturn(shipment: unknown): boolean | null {
  const type = (shipment as { type?: unknown } | null | undefined)?.type;
  return type === 'RETURN' ? true : type === 'OUTBOUND' ? false : null;
}
