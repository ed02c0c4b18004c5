import type { LoginSettings } from '#contract/login-settings.ts';

export const ISSUER = 'https://account.example.com';

/** Login settings as the function serves them to the pages. @param origin origin of the pages */
export const loginSettingsAt = (origin: string): LoginSettings => ({
  issuer: ISSUER,
  issRequired: false,
  authorizationEndpoint: `${ISSUER}/oauth2/authorize`,
  clientId: 'droppoint',
  redirectUri: `${origin}/account/callback`,
  scope: 'openid api:points:read',
  platformBaseUrl: '/api/platform',
  pageParameter: 'page',
  perPageParameter: 'perPage',
});
