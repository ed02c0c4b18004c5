import type { EmbedHosts, LoginSettings } from '../src/lib/contract/function-answers.ts';
import type { ApiContext, Tools } from './context.ts';
import { redirectUriOf } from './config.ts';

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

/**
 * `GET /api/embed`: who may frame `/embed`. A page can't read its own `frame-ancestors` header, and has to know whom to answer.
 */
export function answerEmbedHosts(c: ApiContext, { settings }: Tools): Response {
  const answer: EmbedHosts = { origins: [settings.appOrigin, ...settings.embedOrigins] };
  return c.json(answer);
}
