import { hideNumbers } from './hide-numbers.ts';
import { preloadLanguage } from './preload-language.ts';
import { setTheme } from './set-theme.ts';

/**
 * Positions in the list of a language's files (scripts/parcel-page.mjs): the second file is for parcels,
 * the third for returns.
 */
const [PARCELS, RETURNS] = [1, 2];

/** Requests the parcels of a link; the page takes the answer (src/lib/parcel/fetch-parcels.ts). */
function preloadParcels(hash: string): void {
  // In a shop's frame, the number is the last of several parameters.
  const numbers = /^#(?:.*&number=)?([A-Za-z0-9,]{8,})$/.exec(hash)?.[1];
  if (numbers === undefined || document.hidden) return;
  const answer = fetch(`/api/parcels?numbers=${numbers}`);
  answer.catch(() => {});
  window.droppointParcels = { hash: `#${numbers}`, answer };
}

/**
 * Runs in the head of the parcels' page, before the first paint: requests what it needs while its code is
 * loading.
 */
hideNumbers(location, history);
setTheme();
preloadParcels(location.hash);
const unneeded = /^#return=/.test(location.hash) ? PARCELS : RETURNS;
preloadLanguage((at) => at !== unneeded);
