import type { PublicParcel } from '../../contract/public-parcel.ts';

/** Identifies what is worth an event: answers with the same key describe the same state of a parcel. */
export const newsOf = ({ number, status, state, since, nextStep }: PublicParcel): string =>
  JSON.stringify([number, status, state, since, nextStep]);
