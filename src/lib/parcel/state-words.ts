import type { ParcelState } from '#platform/parcel-state.ts';
import type { ToldEvent, ToldParcel } from '../contract/told-parcel.ts';
import { m } from './messages.ts';

/** A state in a word or two. */
export const nameState = (state: ParcelState): string => m[`track_${state}`]();

/** What the page says of a parcel. */
export interface SaidParcel {
  sentence: string;
  /** What its recipient does next; empty: nothing, it is done. */
  next: string;
  tone: 'good' | 'bad' | 'calm';
}

/** Where a parcel is in a sentence, and what its recipient does next. */
export function sayParcel(parcel: ToldParcel): SaidParcel {
  const { status, state, isReturn, nextStep } = parcel;
  if (status !== 'found')
    return { sentence: m[`parcel_${status}`](), next: m[`parcel_next_${status}`](), tone: 'calm' };
  const isBack = isReturn === true;
  switch (state) {
    case null:
      return { sentence: m.parcel_nothing_yet(), next: m.parcel_next_wait(), tone: 'calm' };
    case 'registered':
      return isBack
        ? { sentence: m.parcel_return_registered(), next: m.parcel_next_hand_in(), tone: 'calm' }
        : { sentence: m.parcel_registered(), next: m.parcel_next_registered(), tone: 'calm' };
    case 'on_its_way':
      return {
        sentence: isBack ? m.parcel_return_on_its_way() : m.parcel_on_its_way(),
        next: m.parcel_next_wait(),
        tone: 'calm',
      };
    case 'ready': {
      const place = parcel.destination?.summary?.name ?? parcel.destination?.name ?? null;
      const sentence = place === null ? m.parcel_ready() : m.parcel_ready_at({ place });
      return { sentence, next: m.parcel_next_collect(), tone: 'good' };
    }
    case 'delivered':
      return {
        sentence: isBack ? m.parcel_return_delivered() : m.parcel_delivered(),
        next: '',
        tone: 'good',
      };
    case 'problem': {
      const next = nextStep === 'wait' ? m.parcel_next_tried_again() : m.parcel_next_ask_problem();
      return { sentence: m.parcel_problem(), next, tone: 'bad' };
    }
    case 'returning':
      return { sentence: m.parcel_returning(), next: m.parcel_next_ask_returning(), tone: 'bad' };
  }
}

/** The latest event that says a state; null: none does. */
export const latestOf = ({ events }: Pick<ToldParcel, 'events'>): ToldEvent | null =>
  events.findLast(({ group }) => group !== null) ?? null;
