import { stateOfEvent, type ParcelState } from '#platform/parcel-state.ts';
import type { PublicParcel } from '#contract/public-parcel.ts';
import { findLatestEvent } from '#contract/parcel-wording.ts';

/** A stage in a parcel's progress. */
export interface Stage {
  state: ParcelState;
  at: 'done' | 'now' | 'later';
}

/**
 * The stages of a parcel, for its progress line. After a problem, the stages that it has reached stay,
 * and the later ones stay only if the carrier tries again; if it is on its way back, none of them follow.
 */
export function listStages(parcel: PublicParcel): Stage[] {
  const { state, nextStep, events } = parcel;
  const planned = listPlannedStates(parcel);
  const at = planned.indexOf(state as ParcelState);
  if (state === 'delivered') return markStages(planned, 'done');
  if (state === null || at >= 0)
    return planned.map((each, index) => ({
      state: each,
      at: index < at ? 'done' : index === at ? 'now' : 'later',
    }));
  const reached = events
    .map(({ group }) => planned.indexOf(group as ParcelState))
    .findLast((index) => index >= 0);
  const passed = markStages(planned.slice(0, (reached ?? -1) + 1), 'done');
  const exact = stateOfEvent(findLatestEvent(parcel)?.code ?? '') ?? state;
  if (exact === 'returned') return [...passed, ...markStages(['returning', 'returned'], 'done')];
  const now: Stage = { state: exact, at: 'now' };
  if (exact === 'returning') return [...passed, now, ...markStages(['returned'], 'later')];
  return [...passed, now, ...(nextStep === 'wait' ? markStages(planned.slice(passed.length), 'later') : [])];
}

/**
 * A parcel to an address, or back to a shop, usually skips the stage "ready to collect", but its events
 * may have it.
 */
function listPlannedStates({ destination, isReturn, events }: PublicParcel): ParcelState[] {
  const isCollected =
    events.some(({ group }) => group === 'ready') || (isReturn !== true && destination?.kind === 'point');
  return isCollected
    ? ['registered', 'on_its_way', 'ready', 'delivered']
    : ['registered', 'on_its_way', 'delivered'];
}

const markStages = (states: readonly ParcelState[], at: Stage['at']): Stage[] =>
  states.map((state) => ({ state, at }));
