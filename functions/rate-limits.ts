export type RateBucket = 'login' | 'list' | 'other';

/** Requests are counted over windows of this length; wrangler.jsonc says the same. */
export const RATE_WINDOW_SECONDS = 10;

/**
 * Requests that one client address may make in a window. Roomy, since a whole office or a phone network can share an address.
 * `login`: a reload asks once. `list`: a walk over 62,388 points in pages of 100 is 624 requests.
 * The edge has the same numbers in wrangler.jsonc.
 */
export const RATE_LIMITS: Readonly<Record<RateBucket, number>> = { login: 30, list: 1000, other: 100 };
