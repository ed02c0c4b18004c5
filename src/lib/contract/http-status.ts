import type { ErrorCode } from './errors.ts';

/**
 * The code of a refusal by its status.
 * @param own codes of the 4xx that the caller tells apart
 * @param otherwise the code of any other 4xx
 */
export function codeOfStatus(
  status: number,
  own: Readonly<Record<number, ErrorCode>> = {},
  otherwise: ErrorCode = 'rejected',
): ErrorCode {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : (own[status] ?? otherwise);
}
