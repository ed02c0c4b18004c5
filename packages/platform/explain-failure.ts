import { AppError } from './errors.ts';
import type { Operation } from './operation.ts';
import { describeStatus } from './read-answer.ts';
import { UnknownOutcomeError } from './unknown-outcome.ts';

/** What the last parameter of a path names. */
const THINGS: Readonly<Record<string, string>> = {
  pointId: 'point',
  trackingNumber: 'parcel with the number',
  returnId: 'return with the id',
  orderId: 'pickup with the id',
  organizationId: 'organization with the id',
};

/**
 * A failure in words for a shop's staff, where only the status is known of it.
 * @param values of the parameters in the path
 * @returns the same error, if it says enough by itself
 */
export function explainFailure(
  error: unknown,
  operation: Operation,
  values: Readonly<Record<string, string>> = {},
): unknown {
  if (!(error instanceof AppError) || error instanceof UnknownOutcomeError) return error;
  // The token host's answers have words of their own.
  const isBare = error.fields.length === 0 && error.message === describeStatus(error.status);
  const sentence = isBare ? choose(error, operation, values) : null;
  return sentence === null ? error : new AppError(error.code, sentence, { ...error, cause: error });
}

function choose(
  { status }: AppError,
  { scope }: Operation,
  values: Readonly<Record<string, string>>,
): string | null {
  if (status === undefined) return null;
  if (status === 404) return describeMissing(values);
  if (status === 401)
    return 'The carrier refuses the token (401), a new one too: are the client and the address of the same environment?';
  if (status === 403)
    return `The carrier doesn't let this client do that (403): ask it for ${scope}, and whether the organization is this client's.`;
  if (status === 406)
    return "The carrier doesn't have it in this form (406): ask for another, such as a label as pdf-a4.";
  if (status === 429) return 'The carrier is asked too often (429): try again later.';
  if (status >= 500) return `The carrier has a fault (${status}): try again later.`;
  return status >= 400 ? `The carrier refuses it (${status}) and doesn't say why.` : null;
}

function describeMissing(values: Readonly<Record<string, string>>): string {
  const [name, value] = Object.entries(values).at(-1) ?? [];
  if (name === undefined) return 'The carrier has nothing at this address (404): is baseUrl the platform’s?';
  const where = name !== 'pointId' && name !== 'organizationId' ? ' in this organization' : '';
  return `The carrier has no ${THINGS[name] ?? name} ${value}${where} (404).`;
}
