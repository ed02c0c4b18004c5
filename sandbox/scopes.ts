/**
 * The platform's scopes (docs/platform-api.md, chapter 5 "Scopes") and their descriptions on the consent page.
 */
export const API_SCOPES: Readonly<Record<string, string>> = {
  'api:points:read': 'See pick-up and drop-off points',
  'api:shipments:read': 'See your shipments',
  'api:shipments:write': 'Create and change shipments for you',
  'api:returns:read': 'See your returns',
  'api:returns:write': 'Create and change returns for you',
  'api:one-time-pickups:read': 'See your one-time pickups',
  'api:one-time-pickups:write': 'Order and change one-time pickups for you',
  'api:tracking:read': 'Follow your parcels',
};

/** Accepted in addition to the API scopes; gives access to the user's identity, not to an API. */
export const OPENID_SCOPE = 'openid';

export const ALL_SCOPES: readonly string[] = [OPENID_SCOPE, ...Object.keys(API_SCOPES)];

/** Describes a scope on the consent page. */
export function describeScopeForConsent(scope: string): string {
  return API_SCOPES[scope] ?? 'Know who you are (your account name)';
}
