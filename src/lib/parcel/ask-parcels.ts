import { toldParcelsSchema, type ToldParcel } from '../contract/told-parcel.ts';
import { askFunction } from './ask-function.ts';
import { writeFragment } from './parcel-numbers.ts';

/** The browser is told by the mode, the function by the header. */
const ANEW: RequestInit = { cache: 'reload', headers: { 'cache-control': 'no-cache' } };

/**
 * Asks the function where parcels are.
 * @param numbers 1 to `MAX_PARCELS`
 * @param isAnew whether to pass by what the browser has kept, and the function for more than some seconds
 * @returns one for each number, in their order
 * @throws AppError; `scope_missing` if this Droppoint may not read parcels
 */
export async function askParcels(
  numbers: readonly string[],
  signal: AbortSignal,
  isAnew = false,
): Promise<ToldParcel[]> {
  const fragment = writeFragment(numbers);
  const question = {
    request: (signal: AbortSignal) =>
      (isAnew ? undefined : takeEarly(fragment)) ??
      fetch(`/api/parcels?numbers=${fragment.slice(1)}`, { signal, ...(isAnew && ANEW) }),
    reading: { schema: toldParcelsSchema },
    notHere: ['tracking_not_granted'],
  };
  return (await askFunction(question, signal)).parcels;
}

/** The answer to the first request, if the script in the page's head has sent it for these numbers. */
function takeEarly(fragment: string): Promise<Response> | undefined {
  const early = window.droppointParcels;
  delete window.droppointParcels;
  return early?.hash === fragment ? early.answer : undefined;
}
