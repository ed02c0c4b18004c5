import type { AppError, FieldError } from './errors.ts';
import type { UnknownOutcomeError } from './unknown-outcome.ts';

/** `recipient.phone: required` */
export const describeField = ({ path, codes }: FieldError): string => `${path}: ${codes.join(', ')}`;

/**
 * A failure in a sentence or two for a shop's staff or its log: refused fields, whether it may be done again, and the request's id.
 * @param error whatever was caught: of something else than an `AppError`, its message. Never throws.
 */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  // By its name, as programs may have the class twice.
  if ((error as Partial<Error>).name !== 'AppError')
    return String((error as Partial<Error>).message ?? 'Unknown failure.');
  const { message, fields, requestId } = error as AppError;
  // Its message has the value, too.
  const refused = fields.filter(({ path }) => path !== 'deduplicationId').map(describeField);
  const what = refused.length > 0 ? `The carrier refuses ${refused.join('; ')}.` : message;
  const isDoneOnce = (error as Partial<UnknownOutcomeError>).deduplicationId !== undefined;
  const request = requestId === undefined ? '' : ` (Request ${requestId})`;
  return what + (isDoneOnce ? ' Do it again: it is done once.' : '') + request;
}
