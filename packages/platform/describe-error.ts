import type { AppError, FieldError } from './errors.ts';
import type { UnknownOutcomeError } from './unknown-outcome.ts';

/** `recipient.phone: required` */
export const describeField = ({ path, codes }: FieldError): string => `${path}: ${codes.join(', ')}`;

/**
 * Describes a failure in a sentence or two for a shop's staff or log: refused fields, whether it is safe to
 * try again, and the request id. Never throws.
 * @param error anything that was caught; for anything but an `AppError`, the result is its message
 */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  // Compare the name, because a program may contain the class twice.
  if ((error as Partial<Error>).name !== 'AppError')
    return String((error as Partial<Error>).message ?? 'Unknown failure.');
  const { message, fields, requestId } = error as AppError;
  // For `deduplicationId`, the message is better: it has the value too.
  const refused = fields.filter(({ path }) => path !== 'deduplicationId').map(describeField);
  const what = refused.length > 0 ? `The carrier refuses ${refused.join('; ')}.` : message;
  const isDoneOnce = (error as Partial<UnknownOutcomeError>).deduplicationId !== undefined;
  const request = requestId === undefined ? '' : ` (Request ${requestId})`;
  return what + (isDoneOnce ? ' Try again: it will only be done once.' : '') + request;
}
