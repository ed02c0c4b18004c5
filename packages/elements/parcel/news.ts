import type { ToldParcel } from '../../../src/lib/contract/told-parcel.ts';

/** What makes another event: answers with the same news say the same of a parcel's state. */
export const newsOf = ({ number, status, state, since, nextStep }: ToldParcel): string =>
  JSON.stringify([number, status, state, since, nextStep]);
