import { toldParcelsSchema, type ToldParcel } from '../contract/told-parcel.ts';
import { askFunction } from './ask-function.ts';
import { writeFragment } from './parcel-numbers.ts';

/**
 * Asks the function where parcels are.
 * @param numbers 1 to `MAX_PARCELS`
 * @returns one for each number, in their order
 * @throws AppError; `scope_missing` if this Droppoint may not read parcels
 */
export async function askParcels(numbers: readonly string[], signal: AbortSignal): Promise<ToldParcel[]> {
  const fragment = writeFragment(numbers);
  const question = {
    request: (signal: AbortSignal) =>
      takeEarly(fragment) ?? fetch(`/api/parcels?numbers=${fragment.slice(1)}`, { signal }),
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
