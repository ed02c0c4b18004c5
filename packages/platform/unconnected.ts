/** Node's error codes for connections that were never established. */
const UNCONNECTED: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/**
 * Whether there was no connection, so nothing was sent. Only Node reports this; elsewhere it isn't known.
 * @param error with its causes
 */
export function isUnconnected(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (UNCONNECTED.includes((at as { code?: unknown }).code)) return true;
  return false;
}
