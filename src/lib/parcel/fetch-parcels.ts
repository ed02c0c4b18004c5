import { publicParcelsSchema, type PublicParcel } from '#contract/public-parcel.ts';
import { callFunction } from '#contract/call-function.ts';
import { writeFragment } from './parcel-numbers.ts';

/** `cache` bypasses the browser's cache, the header the function's. */
const BYPASS_CACHES: RequestInit = { cache: 'reload', headers: { 'cache-control': 'no-cache' } };

/**
 * Asks the function where parcels are.
 * @param numbers 1 to `MAX_PARCELS`
 * @param isFresh whether to bypass the browser's cache, and answers that the function has cached for more
 * than a few seconds
 * @returns one for each number, in their order
 * @throws AppError; `scope_missing` if this Droppoint may not read parcels
 */
export async function fetchPublicParcels(
  numbers: readonly string[],
  signal: AbortSignal,
  isFresh = false,
): Promise<PublicParcel[]> {
  const fragment = writeFragment(numbers);
  const call = {
    request: (signal: AbortSignal) =>
      (isFresh ? undefined : takeEarlyAnswer(fragment)) ??
      fetch(`/api/parcels?numbers=${fragment.slice(1)}`, { signal, ...(isFresh && BYPASS_CACHES) }),
    reading: { schema: publicParcelsSchema },
    unavailableCodes: ['tracking_not_granted'],
  };
  return (await callFunction(call, signal)).parcels;
}

/** The answer to the first request, if the script in the page's head has sent it for these numbers. */
function takeEarlyAnswer(fragment: string): Promise<Response> | undefined {
  const early = window.droppointParcels;
  delete window.droppointParcels;
  return early?.hash === fragment ? early.answer : undefined;
}
