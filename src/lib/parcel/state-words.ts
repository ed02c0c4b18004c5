import type { ParcelState } from '#platform/parcel-state.ts';
import { chooseWording, placeNameOf } from '#contract/parcel-wording.ts';
import type { PublicParcel, PublicParcelState } from '#contract/public-parcel.ts';
import { m } from './messages.ts';

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
export function describeParcelState(parcel: PublicParcel): ParcelDescription {
  const { status, state } = parcel;
  if (status !== 'found') return describe('calm', m[`parcel_${status}`](), m[`parcel_next_${status}`]());
  const { sentence, next } = chooseWording(parcel);
  return describe(
    TONES[state ?? 'registered'],
    m[`parcel_${sentence}`]({ place: placeNameOf(parcel) ?? '' }),
    next === null ? '' : m[`parcel_${next}`](),
  );
}

const TONES: Readonly<Record<PublicParcelState, ParcelDescription['tone']>> = {
  registered: 'calm',
  on_its_way: 'calm',
  ready: 'good',
  delivered: 'good',
  problem: 'bad',
  returning: 'bad',
};

const describe = (tone: ParcelDescription['tone'], sentence: string, next: string) => ({
  tone,
  sentence,
  next,
});
