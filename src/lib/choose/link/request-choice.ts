import { AppError } from '#platform/errors.ts';
import { callFunction } from '#contract/call-function.ts';
import { pointOrderSchema, type PointOrder } from '#contract/point-order.ts';

/** The function answers so if the shop doesn't accept a point. */
const REFUSED = 409;

interface ChoiceRequest {
  /** The text after `#order=`. */
  link: string;
  /** Id of the chosen point; null to read the order only. */
  point: string | null;
  language: string;
}

/**
 * Requests an order from the function, or chooses its point.
 * @throws AppError; status 409 with a message for the shopper if the shop doesn't accept the point,
 *   `scope_missing` if points can't be chosen by a link on this Droppoint
 */
export function requestChoice(
  { link, point, language }: ChoiceRequest,
  signal: AbortSignal,
): Promise<PointOrder> {
  const body = JSON.stringify({ link, language, ...(point !== null && { point }) });
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'droppoint' };
  const request = async (signal: AbortSignal) => {
    const response = await fetch('/api/point-choices', { method: 'POST', headers, body, signal });
    if (response.status === REFUSED) throw await readRefusal(response);
    return response;
  };
  const unavailableCodes = ['choices_not_set_up'];
  return callFunction({ request, reading: { schema: pointOrderSchema }, unavailableCodes }, signal);
}

async function readRefusal(response: Response): Promise<AppError> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown };
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? '';
  return new AppError('rejected', typeof message === 'string' ? message : '', { status, requestId });
}

export const isRefusedPoint = (error: unknown): error is AppError =>
  error instanceof AppError && error.status === REFUSED;
