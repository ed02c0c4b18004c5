import { speakOfParcels } from '$lib/parcel/messages.ts';
import { findProblem, hideNumbers, numbersIn } from '$lib/parcel/parcel-numbers.ts';
import { ParcelWatch } from '$lib/parcel/parcel-watch.svelte.ts';
import type { PageLoad } from './$types';

/** The parcels are asked for while the page's sentences are fetched. */
export const load: PageLoad = async () => {
  hideNumbers(location, history);
  const watch = new ParcelWatch();
  const numbers = numbersIn(location);
  if (findProblem(numbers) === null) watch.follow(numbers);
  await speakOfParcels();
  return { watch };
};
