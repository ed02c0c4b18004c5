import type { ParcelState } from '#platform/parcel-state.ts';
import type { PublicParcelEvent, PublicParcel } from '../contract/public-parcel.ts';
import { m } from './messages.ts';

/** The carrier's code for a parcel that was collected (docs/platform-api.md, chapter 11). */
const COLLECTED = 'EOL.1002';

/** A state in a word or two. */
export const nameState = (state: ParcelState): string => m[`track_${state}`]();

/** The page's texts about a parcel. */
export interface ParcelDescription {
  sentence: string;
  /** The recipient's next step; empty if nothing is left to do. */
  next: string;
  tone: 'good' | 'bad' | 'calm';
}

/** Describes where a parcel is, and what its recipient does next. */
export function describeParcel(parcel: PublicParcel): ParcelDescription {
  const { status, state, isReturn, nextStep } = parcel;
  if (status !== 'found') return describe('calm', m[`parcel_${status}`](), m[`parcel_next_${status}`]());
  const isBack = isReturn === true;
  switch (state) {
    case null:
      return describe('calm', m.parcel_nothing_yet(), m.parcel_next_wait());
    case 'registered':
      return isBack
        ? describe('calm', m.parcel_return_registered(), m.parcel_next_hand_in())
        : describe('calm', m.parcel_registered(), m.parcel_next_registered());
    case 'on_its_way':
      return describe(
        'calm',
        isBack ? m.parcel_return_on_its_way() : m.parcel_on_its_way(),
        m.parcel_next_wait(),
      );
    case 'ready': {
      const place = parcel.destination?.summary?.name ?? parcel.destination?.name ?? null;
      const sentence = place === null ? m.parcel_ready() : m.parcel_ready_at({ place });
      return describe('good', sentence, m.parcel_next_collect());
    }
    case 'delivered':
      if (isBack) return describe('good', m.parcel_return_delivered(), '');
      return describe('good', isCollected(parcel) ? m.parcel_collected() : m.parcel_delivered(), '');
    case 'problem': {
      const next = nextStep === 'wait' ? m.parcel_next_tried_again() : m.parcel_next_ask_problem();
      return describe('bad', m.parcel_problem(), next);
    }
    case 'returning':
      return describe('bad', m.parcel_returning(), m.parcel_next_ask_returning());
  }
}

/** Whether the recipient has collected it, at a point. */
const isCollected = (parcel: PublicParcel) => findLatestEvent(parcel)?.code === COLLECTED;

const describe = (tone: ParcelDescription['tone'], sentence: string, next: string) => ({
  tone,
  sentence,
  next,
});

/** The latest event with a state; null if there is none. */
export const findLatestEvent = ({ events }: Pick<PublicParcel, 'events'>): PublicParcelEvent | null =>
  events.findLast(({ group }) => group !== null) ?? null;
