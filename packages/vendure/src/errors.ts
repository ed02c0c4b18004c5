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
