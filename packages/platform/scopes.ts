import { AppError } from './errors.ts';

/** All scopes that the platform's document lists (docs/platform-api.md, chapter 5 "Scopes"). */
export const PLATFORM_SCOPES = [
  'api:points:read',
  'api:shipments:read',
  'api:shipments:write',
  'api:returns:read',
  'api:returns:write',
  'api:one-time-pickups:read',
  'api:one-time-pickups:write',
  'api:tracking:read',
] as const;

export type Operation = 'listPoints' | 'createShipment';

/**
 * Scopes that each call needs. ASSUMED: the platform's document doesn't show the mapping;
 * pass another one if the platform's integration team says otherwise.
 */
export const ASSUMED_SCOPES: Readonly<Record<Operation, readonly string[]>> = {
  listPoints: ['api:points:read'],
  createShipment: ['api:shipments:write'],
};

/** Splits a space-separated scope value (RFC 6749 §3.3): each name once. */
export function parseScopes(scope: string): string[] {
  return [...new Set(scope.split(' '))].filter((name) => name !== '');
}

/** Wanted scopes that were not granted, in the order of `wanted`. */
export function findMissingScopes(granted: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((scope) => !granted.includes(scope));
}

/**
 * Checks granted scopes before a call is made.
 * @throws AppError `scope_missing`, naming what is missing and the remedy.
 */
export function requireScopes(
  granted: readonly string[],
  operation: Operation,
  needed: Readonly<Record<Operation, readonly string[]>> = ASSUMED_SCOPES,
): void {
  const missing = findMissingScopes(granted, needed[operation]);
  if (missing.length === 0) return;
  throw new AppError(
    'scope_missing',
    `This login may not do that: ${missing.join(', ')} was not granted. Log in again and allow it.`,
    { problems: missing },
  );
}
