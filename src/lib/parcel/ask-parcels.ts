import { AppError } from '#platform/errors.ts';
import { readAnswer } from '#platform/read-answer.ts';
import { withinTime } from '#platform/within-time.ts';
import { toldParcelsSchema, type ToldParcel } from '../contract/told-parcel.ts';
import { readErrorCode } from './read-error-code.ts';
import { requestParcels } from './request-parcels.ts';

const TIMEOUT_MS = 15_000;

/**
 * Asks the function where parcels are, once: when to ask again is its caller's to decide.
 * @param numbers 1 to `MAX_PARCELS`
 * @param request may have been sent earlier
 * @returns one for each number, in their order
 * @throws AppError; `scope_missing` if this Droppoint may not read parcels
 */
export async function askParcels(
  numbers: readonly string[],
  signal: AbortSignal,
  request = requestParcels,
): Promise<ToldParcel[]> {
  return withinTime(
    TIMEOUT_MS,
    async (signal) => {
      const response = await request(numbers, signal);
      const requestId = response.headers.get('x-request-id') ?? '';
      if (response.status === 503 && (await readErrorCode(response)) === 'tracking_not_granted')
        throw new AppError('scope_missing', 'The platform doesn’t let this Droppoint read parcels.', {
          status: response.status,
          requestId,
        });
      const reading = { schema: toldParcelsSchema };
      return (await readAnswer(response, reading, requestId, Date.now())).parcels;
    },
    signal,
  );
}
