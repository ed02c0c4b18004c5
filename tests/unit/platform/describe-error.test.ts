import { describeError } from '#platform/describe-error.ts';
import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { describe, expect, it } from 'vitest';

describe('a failure in a sentence for the staff', () => {
  const fields = [
    { path: 'recipient.phone', codes: ['required'] },
    { path: 'parcels.0.weight.amount', codes: ['invalid', 'too_big'] },
  ];

  it('names refused fields, and the request', () => {
    const error = new AppError('rejected', 'Validation failed.', { fields, requestId: 'r-1' });
    expect(describeError(error)).toBe(
      'The carrier refuses recipient.phone: required; parcels.0.weight.amount: invalid, too_big. (Request r-1)',
    );
  });

  it('says that a parcel may be sent again only if it is created once then', () => {
    const cause = new AppError('network', 'The platform can’t be reached.');
    expect(describeError(cause)).toBe('The platform can’t be reached.');
    expect(describeError(new UnknownOutcomeError(cause, 'id'))).toMatch(
      /reached\. Do it again: it is done once\.$/,
    );
    expect(describeError(new UnknownOutcomeError(cause))).toMatch(/reached\.$/);
  });
});
