import { describeError, describeField, type AppError } from '@droppoint/platform';
import { ErrorResult } from '@vendure/core';
import type { Verdict } from './points.ts';

/** No parcel can be sent to this point; its other members are those of the verdict. */
export class PickupPointError extends ErrorResult {
  override readonly __typename = 'PickupPointError';
  override readonly errorCode = 'PICKUP_POINT_ERROR';
  override readonly message: string;

  constructor({ message, problem, alternatives, meant }: Verdict) {
    super();
    this.message = message;
    Object.assign(this, { problem, alternatives, meant });
  }
}

/** The carrier's platform has refused a call, or can't be reached. */
export class CarrierError extends ErrorResult {
  override readonly __typename = 'CarrierError';
  override readonly errorCode = 'CARRIER_ERROR';
  override readonly message: string;

  constructor(error: AppError) {
    super();
    this.message = describeError(error);
    const { code, fields, requestId } = error;
    Object.assign(this, { code, fields: fields.map(describeField), requestId });
  }
}
