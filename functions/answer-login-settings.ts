import type { LoginSettings } from '../src/lib/contract/login-settings.ts';
import type { ApiContext, Tools } from './context.ts';
import { redirectUriOf } from './oauth/redirect-uri.ts';

/** `GET /api/config`: what the broker's pages need to begin a login. All of it is public. */
export function answerLoginSettings(c: ApiContext, { settings }: Tools): Response {
  const answer: LoginSettings = {
    issuer: settings.issuer,
    issRequired: settings.issRequired,
    authorizationEndpoint: `${settings.addresses.account}/oauth2/authorize`,
    clientId: settings.clientId,
    redirectUri: redirectUriOf(settings),
    scope: settings.scope,
    platformBaseUrl: settings.calls === 'relay' ? '/api/platform' : settings.addresses.base,
    pageParameter: settings.paging.page,
    perPageParameter: settings.paging.perPage,
  };
  return c.json(answer);
}
