import { askParcels } from './ask-parcels.ts';
import { writeFragment } from './parcel-numbers.ts';

/** As `askParcels`; the first request may have been sent already, by the script in the page's head. */
export const askEarly = (numbers: readonly string[], signal: AbortSignal): ReturnType<typeof askParcels> => {
  const early = window.droppointParcels;
  delete window.droppointParcels;
  const isIts = early?.hash === writeFragment(numbers);
  return askParcels(numbers, signal, isIts ? () => early.answer : undefined);
};
