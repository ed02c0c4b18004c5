import * as oauth from 'oauth4webapi';
import { createUpstreamFetch, type RecordCall } from './fetch-upstream.ts';
import type { OAuthClientSettings } from './oauth-client-settings.ts';
import { isLoopback } from './safe-address.ts';
import { readTokenSet, type TokenSet } from './token-set.ts';

/** The platform's token endpoint, for one inbound request. */
export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;
type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials';

const MAX_ANSWER_BYTES = 256 * 1024;

/** The platform doesn't document the algorithm that signs id tokens. */
const ID_TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];

/** @throws AppError from each of its functions, see `readTokenSet` and `createUpstreamFetch` */
export function createTokenEndpoint(
  settings: OAuthClientSettings,
  fetchNow: typeof fetch,
  now: () => number,
  requestId: string,
  record: RecordCall = () => undefined,
) {
  const as: oauth.AuthorizationServer = {
    issuer: settings.issuer,
    token_endpoint: `${settings.addresses.auth}/oauth2/token`,
    id_token_signing_alg_values_supported: ID_TOKEN_ALGORITHMS,
  };
  const client: oauth.Client = { client_id: settings.clientId };
  const allowInsecure = isLoopback(new URL(settings.addresses.auth).hostname);

  async function requestToken(
    grant: GrantType,
    parameters: Record<string, string>,
    process: typeof oauth.processRefreshTokenResponse,
  ): Promise<TokenSet> {
    const { scope } = parameters;
    const recordGrant: RecordCall = (call) =>
      record({ ...call, grant, ...(scope !== undefined && { scope }) });
    // Not the library's function for codes: it requires that the callback is validated here, but the
    // browser does that.
    const response = await oauth.genericTokenEndpointRequest(
      as,
      client,
      chooseClientAuth(settings, grant),
      grant,
      parameters,
      {
        [oauth.customFetch]: createUpstreamFetch(
          fetchNow,
          requestId,
          { maxBytes: MAX_ANSWER_BYTES },
          recordGrant,
        ),
        [oauth.allowInsecureRequests]: allowInsecure,
      },
    );
    return readTokenSet(response, (answer) => process(as, client, answer), now());
  }

  return {
    /** RFC 6749 §4.1.3 with RFC 7636 §4.5. */
    exchangeCode: (code: string, redirectUri: string, codeVerifier: string) =>
      requestToken(
        'authorization_code',
        { code, redirect_uri: redirectUri, code_verifier: codeVerifier },
        oauth.processAuthorizationCodeResponse,
      ),
    /** RFC 6749 §6. */
    refresh: (refreshToken: string) =>
      requestToken('refresh_token', { refresh_token: refreshToken }, oauth.processRefreshTokenResponse),
    /** RFC 6749 §4.4. */
    grantToClient: (scope: string) =>
      requestToken('client_credentials', { scope }, oauth.processClientCredentialsResponse),
  };
}

/**
 * Chooses the client authentication, exactly one method per request (docs/platform-api.md, chapter 5): Basic for a refresh, the
 * configured method for the other grants.
 */
function chooseClientAuth(settings: OAuthClientSettings, grant: GrantType): oauth.ClientAuth {
  if (grant !== 'refresh_token' && settings.clientAuth === 'form') {
    return oauth.ClientSecretPost(settings.clientSecret);
  }
  return settings.basicEncoding === 'rfc6749'
    ? oauth.ClientSecretBasic(settings.clientSecret)
    : createPlainBasic(settings.clientSecret);
}

/** `BASE64(client_id:client_secret)` as the platform documents it, without the encoding of RFC 6749 §2.3.1. */
function createPlainBasic(clientSecret: string): oauth.ClientAuth {
  return (_as, client, _body, headers) => {
    const bytes = new TextEncoder().encode(`${client.client_id}:${clientSecret}`);
    headers.set('authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`);
  };
}
