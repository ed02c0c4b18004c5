import type { ToldParcel } from '../../../src/lib/contract/told-parcel.ts';

/** Identifies what is worth an event: answers with the same key describe the same state of a parcel. */
export const newsOf = ({ number, status, state, since, nextStep }: ToldParcel): string =>
  JSON.stringify([number, status, state, since, nextStep]);
