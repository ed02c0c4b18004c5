/** Scopes in people's words (platform document, chapter 5 "Scopes"). */
const WORDS: Readonly<Record<string, string>> = {
  openid: 'know who you are',
  'api:points:read': 'read pick-up points',
  'api:shipments:read': 'read your parcels',
  'api:shipments:write': 'send parcels',
  'api:returns:read': 'read your returns',
  'api:returns:write': 'create returns',
  'api:one-time-pickups:read': 'read your one-time pickups',
  'api:one-time-pickups:write': 'order one-time pickups',
  'api:tracking:read': 'track your parcels',
};

/** Words for a scope; one that the platform added later is shown by its name. */
export function describeScope(scope: string): string {
  return WORDS[scope] ?? scope;
}
