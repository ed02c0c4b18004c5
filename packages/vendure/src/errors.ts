import { UnknownOutcomeError, type AppError } from '@droppoint/platform';
import { ErrorResult } from '@vendure/core';
import type { PickupPointAlternative, PointProblem } from './custom-fields.ts';
import type { Verdict } from './points.ts';

/** No parcel can be sent to this point. */
export class PickupPointError extends ErrorResult {
  override readonly __typename = 'PickupPointError';
  override readonly errorCode = 'PICKUP_POINT_ERROR';

  /** @param message a sentence for shoppers */
  constructor(
    readonly problem: PointProblem,
    override readonly message: string,
    readonly alternatives: readonly PickupPointAlternative[],
    readonly meant: string | null,
  ) {
    super();
  }
}

export const refuse = ({ problem, message, alternatives, meant }: Verdict) =>
  new PickupPointError(problem ?? 'refused', message, alternatives, meant);

/** The carrier's platform has refused a call, or can't be reached. */
export class CarrierError extends ErrorResult {
  override readonly __typename = 'CarrierError';
  override readonly errorCode = 'CARRIER_ERROR';
  override readonly message: string;
  /** The platform client's code. */
  readonly code: string;
  /** `recipient.phone: required` */
  readonly fields: readonly string[];
  /** Which the carrier's support can find. */
  readonly requestId: string | null;

  constructor(error: AppError) {
    super();
    this.message = describeCarrierError(error);
    this.code = error.code;
    this.fields = listFields(error);
    this.requestId = error.requestId ?? null;
  }
}

const listFields = ({ fields }: AppError) => fields.map(({ path, codes }) => `${path}: ${codes.join(', ')}`);

/** A sentence for the shop's staff, which names wrong fields. */
export function describeCarrierError(error: AppError): string {
  const fields = listFields(error);
  const what = fields.length > 0 ? `The carrier refuses ${fields.join('; ')}.` : error.message;
  const request = error.requestId === undefined ? '' : ` (Request ${error.requestId})`;
  // Only what has a deduplication id can be done again without harm.
  const again =
    error instanceof UnknownOutcomeError && error.deduplicationId ? ' Do it again: it is done once.' : '';
  return what + again + request;
}
