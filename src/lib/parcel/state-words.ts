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
  if (status !== 'found') return say('calm', m[`parcel_${status}`](), m[`parcel_next_${status}`]());
  const isBack = isReturn === true;
  switch (state) {
    case null:
      return say('calm', m.parcel_nothing_yet(), m.parcel_next_wait());
    case 'registered':
      return isBack
        ? say('calm', m.parcel_return_registered(), m.parcel_next_hand_in())
        : say('calm', m.parcel_registered(), m.parcel_next_registered());
    case 'on_its_way':
      return say('calm', isBack ? m.parcel_return_on_its_way() : m.parcel_on_its_way(), m.parcel_next_wait());
    case 'ready': {
      const place = parcel.destination?.summary?.name ?? parcel.destination?.name ?? null;
      const sentence = place === null ? m.parcel_ready() : m.parcel_ready_at({ place });
      return say('good', sentence, m.parcel_next_collect());
    }
    case 'delivered':
      return say('good', isBack ? m.parcel_return_delivered() : m.parcel_delivered(), '');
    case 'problem': {
      const next = nextStep === 'wait' ? m.parcel_next_tried_again() : m.parcel_next_ask_problem();
      return say('bad', m.parcel_problem(), next);
    }
    case 'returning':
      return say('bad', m.parcel_returning(), m.parcel_next_ask_returning());
  }
}

const say = (tone: SaidParcel['tone'], sentence: string, next: string) => ({ tone, sentence, next });

/** The latest event that says a state; null: none does. */
export const latestOf = ({ events }: Pick<ToldParcel, 'events'>): ToldEvent | null =>
  events.findLast(({ group }) => group !== null) ?? null;
