import { speakOfParcels } from '$lib/parcel/messages.ts';
import { findProblem, numbersIn } from '$lib/parcel/parcel-numbers.ts';
import { requestParcels } from '$lib/parcel/request-parcels.ts';
import type { PageLoad } from './$types';

/**
 * The parcels are asked for while the page's code and sentences are fetched. By `import()`: the files of a route are listed in the first script of
 * every page.
 */
export const load: PageLoad = async () => {
  const numbers = numbersIn(location);
  const isAsked = findProblem(numbers) === null && !document.hidden;
  const early = isAsked ? requestParcels(numbers) : null;
  // The page tells it.
  early?.catch(() => undefined);
  const [{ default: ParcelPage }] = await Promise.all([
    import('$lib/parcel/ParcelPage.svelte'),
    speakOfParcels(),
  ]);
  return { ParcelPage, early };
};
