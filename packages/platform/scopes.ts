import { AppError } from './errors.ts';
import type { Operation } from './operation.ts';

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

/** Splits a space-separated scope value (RFC 6749 §3.3) and removes duplicates. */
export function parseScopes(scope: string): string[] {
  return [...new Set(scope.split(' '))].filter((name) => name !== '');
}

/** Required scopes that were not granted, in the order of `required`. */
export function findMissingScopes(granted: readonly string[], required: readonly string[]): string[] {
  return required.filter((scope) => !granted.includes(scope));
}

/**
 * Checks that a call's scope was granted, before it is made.
 * @throws AppError `scope_missing`, which names the missing scope and what to do
 */
export function requireScope(granted: readonly string[], { scope }: Pick<Operation, 'scope'>): void {
  if (granted.includes(scope)) return;
  throw new AppError(
    'scope_missing',
    `This login doesn't have the scope ${scope}. Log in again and allow it.`,
    { problems: [scope] },
  );
}
