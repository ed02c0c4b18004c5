import { AppError } from './errors.ts';
import type { Operation } from './operation.ts';
import { describeStatus } from './read-answer.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

/** The kind of thing that the last parameter of a path identifies. */
const THINGS: Readonly<Record<string, string>> = {
  pointId: 'point',
  trackingNumber: 'parcel with the number',
  returnId: 'return with the id',
  orderId: 'pickup with the id',
  organizationId: 'organization with the id',
};

/**
 * Rewrites a failure's message for a shop's staff if only its status is known.
 * @param values of the path parameters
 * @returns the same error if its message already says enough
 */
export function explainFailure(
  error: unknown,
  operation: Operation,
  values: Readonly<Record<string, string>> = {},
): unknown {
  if (!(error instanceof AppError) || error instanceof UnknownOutcomeError) return error;
  // Errors of the token host have their own messages.
  const isBare = error.fields.length === 0 && error.message === describeStatus(error.status);
  const sentence = isBare ? chooseSentence(error, operation, values) : null;
  return sentence === null ? error : new AppError(error.code, sentence, { ...error, cause: error });
}

function chooseSentence(
  { status }: AppError,
  { scope }: Operation,
  values: Readonly<Record<string, string>>,
): string | null {
  if (status === undefined) return null;
  if (status === 404) return describeMissing(values);
  if (status === 401)
    return 'The carrier refuses the token (401), even a new one. Check that the client and the address belong to the same environment.';
  if (status === 403)
    return `The carrier doesn't allow this client to do that (403). Ask it for ${scope}, and whether the organization belongs to this client.`;
  if (status === 406)
    return "The carrier doesn't have this in the requested format (406). Request another one, such as pdf-a4 for a label.";
  if (status === 429) return 'Too many requests to the carrier (429). Try again later.';
  if (status >= 500) return `The carrier has an internal error (${status}). Try again later.`;
  return status >= 400 ? `The carrier refused the request (${status}) without a reason.` : null;
}

function describeMissing(values: Readonly<Record<string, string>>): string {
  const [name, value] = Object.entries(values).at(-1) ?? [];
  if (name === undefined)
    return 'The carrier has nothing at this address (404). Check that baseUrl is the platform’s.';
  const where = name !== 'pointId' && name !== 'organizationId' ? ' in this organization' : '';
  return `The carrier has no ${THINGS[name] ?? name} ${value}${where} (404).`;
}
