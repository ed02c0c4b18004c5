import type { PublicParcel, PublicParcelEvent } from './public-parcel.ts';

/** The carrier's code for a parcel that was collected (docs/platform-api.md, chapter 11). */
const COLLECTED = 'EOL.1002';

/** Names of texts about a parcel, each `parcel_…` in the messages of the parcel's page. */
export interface ParcelWording {
  /** `ready_at` has the place. */
  sentence: (typeof PARCEL_SENTENCES)[number];
  /** The recipient's next step; null if nothing is left to do. */
  next: (typeof PARCEL_NEXT_STEPS)[number] | null;
}

/** Sentences about a parcel that the carrier knows. */
export const PARCEL_SENTENCES = [
  'nothing_yet',
  'registered',
  'on_its_way',
  'ready',
  'ready_at',
  'delivered',
  'collected',
  'problem',
  'returning',
  'return_registered',
  'return_on_its_way',
  'return_delivered',
] as const;

export const PARCEL_NEXT_STEPS = [
  'next_wait',
  'next_registered',
  'next_hand_in',
  'next_collect',
  'next_tried_again',
  'next_ask_problem',
  'next_ask_returning',
] as const;

/** The name of the place where a parcel can be collected; null if it isn't known. */
export const placeNameOf = ({ destination }: Pick<PublicParcel, 'destination'>): string | null =>
  destination?.summary?.name ?? destination?.name ?? null;

/** The latest event with a state; null if there is none. */
export const findLatestEvent = ({ events }: Pick<PublicParcel, 'events'>): PublicParcelEvent | null =>
  events.findLast(({ group }) => group !== null) ?? null;

/** Chooses the texts about a parcel that was found: on its page, and for a shop's messages. */
export function chooseWording(
  parcel: Pick<PublicParcel, 'state' | 'isReturn' | 'nextStep' | 'destination' | 'events'>,
): ParcelWording {
  const { state, nextStep } = parcel;
  const isReturn = parcel.isReturn === true;
  switch (state) {
    case null:
      return { sentence: 'nothing_yet', next: 'next_wait' };
    case 'registered':
      return isReturn
        ? { sentence: 'return_registered', next: 'next_hand_in' }
        : { sentence: 'registered', next: 'next_registered' };
    case 'on_its_way':
      return { sentence: isReturn ? 'return_on_its_way' : 'on_its_way', next: 'next_wait' };
    case 'ready':
      return { sentence: placeNameOf(parcel) === null ? 'ready' : 'ready_at', next: 'next_collect' };
    case 'delivered':
      if (isReturn) return { sentence: 'return_delivered', next: null };
      return {
        sentence: findLatestEvent(parcel)?.code === COLLECTED ? 'collected' : 'delivered',
        next: null,
      };
    case 'problem':
      return { sentence: 'problem', next: nextStep === 'wait' ? 'next_tried_again' : 'next_ask_problem' };
    case 'returning':
      return { sentence: 'returning', next: 'next_ask_returning' };
  }
}
