import type { AppError, FieldError } from './errors.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

/** `recipient.phone: required` */
export const describeField = ({ path, codes }: FieldError): string => `${path}: ${codes.join(', ')}`;

/** A failure in a sentence or two for a shop's staff or its log: refused fields, whether it may be done again, and the request's id. */
export function describeError(error: AppError): string {
  const fields = error.fields.map(describeField).join('; ');
  const what = fields === '' ? error.message : `The carrier refuses ${fields}.`;
  const isDoneOnce = error instanceof UnknownOutcomeError && error.deduplicationId !== undefined;
  const request = error.requestId === undefined ? '' : ` (Request ${error.requestId})`;
  return what + (isDoneOnce ? ' Do it again: it is done once.' : '') + request;
}
