import type { DescribedFailure, Verdict } from '@droppoint/platform/order';

// These don't extend Vendure's error class, whose messages are translation keys: these messages are
// sentences in the reader's language.

/** No parcel can be sent to this point. The other members come from the verdict. */
export class PickupPointError {
  readonly __typename = 'PickupPointError';
  readonly errorCode = 'PICKUP_POINT_ERROR';
  readonly message: string;

  constructor({ message, problem, alternatives, meant }: Verdict) {
    this.message = message;
    Object.assign(this, { problem, alternatives, meant });
  }
}

/** The carrier's platform refused a call or can't be reached. */
export class CarrierError {
  readonly __typename = 'CarrierError';
  readonly errorCode = 'CARRIER_ERROR';
  readonly message: string;

  constructor({ message, ...details }: DescribedFailure) {
    this.message = message;
    Object.assign(this, details);
  }
}
