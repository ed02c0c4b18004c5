import { stateOfEvent, type ParcelState } from '#platform/parcel-state.ts';
import type { ToldParcel } from '../contract/told-parcel.ts';
import { latestOf } from './state-words.ts';

/** A stage of a parcel's way. */
export interface Stage {
  state: ParcelState;
  at: 'done' | 'now' | 'later';
}

/**
 * The stages of a parcel's way, for its progress line. After a problem those that it has reached stay, and the later ones only if the carrier
 * tries again; on its way back none of them comes.
 */
export function stagesOf(parcel: ToldParcel): Stage[] {
  const { state, nextStep, events } = parcel;
  const way = chooseWay(parcel);
  const at = way.indexOf(state as ParcelState);
  if (state === 'delivered') return mark(way, 'done');
  if (state === null || at >= 0)
    return way.map((each, index) => ({
      state: each,
      at: index < at ? 'done' : index === at ? 'now' : 'later',
    }));
  const reached = events
    .map(({ group }) => way.indexOf(group as ParcelState))
    .findLast((index) => index >= 0);
  const behind = mark(way.slice(0, (reached ?? -1) + 1), 'done');
  const exact = stateOfEvent(latestOf(parcel)?.code ?? '') ?? state;
  if (exact === 'returned') return [...behind, ...mark(['returning', 'returned'], 'done')];
  const now: Stage = { state: exact, at: 'now' };
  if (exact === 'returning') return [...behind, now, ...mark(['returned'], 'later')];
  return [...behind, now, ...(nextStep === 'wait' ? mark(way.slice(behind.length), 'later') : [])];
}

/** What comes to an address, or goes back to a shop, is never ready to collect, unless it was all the same. */
function chooseWay({ destination, isReturn, events }: ToldParcel): ParcelState[] {
  const isFetched =
    events.some(({ group }) => group === 'ready') || (isReturn !== true && destination?.kind === 'point');
  return isFetched
    ? ['registered', 'on_its_way', 'ready', 'delivered']
    : ['registered', 'on_its_way', 'delivered'];
}

const mark = (states: readonly ParcelState[], at: Stage['at']): Stage[] =>
  states.map((state) => ({ state, at }));
