import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type * as Library from 'oidc-provider';
import { makePageHeaders, showErrorPage } from './login-markup.ts';
import { ALL_SCOPES, API_SCOPES, OPENID_SCOPE } from './scopes.ts';
import type { SandboxSettings } from './settings.ts';
import type { TokenStore } from './token-store.ts';

/** The sandbox's OAuth server: oidc-provider, restricted to what docs/platform-api.md (chapter 5) describes. */
export type OAuthServer = Awaited<ReturnType<typeof createOAuthServer>>;

/** The app's name on the login pages. */
export const CLIENT_NAME = 'Droppoint';
const GRANT_SECONDS = 366 * 86_400;
const INTERACTION_SECONDS = 3_600;

/** @param issuer the login host's origin: RFC 9207's `iss` and the id_token's issuer. */
export async function createOAuthServer(issuer: string, settings: SandboxSettings, store: TokenStore) {
  const { Provider, errors, interactionPolicy } = await loadOidcProvider();
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('unknown_scope', 'an unknown scope was requested', (context) => {
      // Read the query, because the library has already dropped unknown scopes from its parameters.
      const { scope } = context.query;
      if (typeof scope === 'string') refuseUnknownScopes(scope.split(' '), errors.InvalidScope);
      return interactionPolicy.Check.NO_NEED_TO_PROMPT;
    }),
  );
  const provider = new Provider(issuer, {
    ...(await makeConfiguration(issuer, settings)),
    adapter: store.adapterFor,
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
  });
  provider.registerGrantType('client_credentials', grantClientCredentials, ['scope']);

  /** Flow 1. The response has neither `scope` nor a refresh token, as in the document's token table. */
  async function grantClientCredentials(context: Library.KoaContextWithOIDC): Promise<void> {
    const { client, requestParamScopes } = context.oidc;
    if (!client) throw new errors.InvalidClient('no client');
    refuseUnknownScopes(requestParamScopes, errors.InvalidScope);
    const granted = [...requestParamScopes].filter((scope) => scope in API_SCOPES).join(' ');
    const token = new provider.ClientCredentials({ client, scope: granted });
    const accessToken = await token.save();
    context.body = { access_token: accessToken, token_type: 'Bearer', expires_in: token.expiration };
  }

  return {
    provider,
    handle: provider.callback(),
    /** Scopes of a valid access token; undefined for any other string. */
    findScopes: async (accessToken: string) => {
      const token =
        (await provider.AccessToken.find(accessToken)) ??
        (await provider.ClientCredentials.find(accessToken));
      return token && new Set(token.scope?.split(' '));
    },
  };
}

function refuseUnknownScopes(
  requested: Iterable<string>,
  InvalidScope: new (text: string, scope: string) => Error,
): void {
  const unknown = [...requested].filter((scope) => scope !== '' && !ALL_SCOPES.includes(scope));
  if (unknown.length > 0) throw new InvalidScope('unknown scope', unknown.join(' '));
}

async function makeConfiguration(issuer: string, settings: SandboxSettings): Promise<Library.Configuration> {
  // All ports of a host share cookies, so the port in the name separates several sandboxes on a machine.
  const cookie = (name: string) => `sandbox_${name}_${new URL(issuer).port}`;
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        client_name: CLIENT_NAME,
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'],
        redirect_uris: settings.appOrigins.map((origin) => `${origin}/account/callback`),
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    scopes: [...ALL_SCOPES],
    claims: { [OPENID_SCOPE]: ['sub'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token' },
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }],
    },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: cookie('session'), interaction: cookie('interaction'), resume: cookie('resume') },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    // All hosts share this process's clock, and a token must not outlive its expires_in.
    clockTolerance: 0,
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      ClientCredentials: settings.accessTokenSeconds,
      AuthorizationCode: settings.codeSeconds,
      RefreshToken: settings.refreshTokenSeconds,
      IdToken: 3_600,
      Interaction: INTERACTION_SECONDS,
      Session: 14 * 86_400,
      Grant: GRANT_SECONDS,
    },
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: settings.rotateRefresh,
    expiresWithSession: () => Promise.resolve(false),
    // Don't reuse grants of earlier logins, so that the consent page is always shown.
    loadExistingGrant: async (context) => {
      const grantId = context.oidc.result?.consent?.grantId;
      return grantId ? context.oidc.provider.Grant.find(grantId) : undefined;
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    clientBasedCORS: () => true,
    renderError: (context, out) => {
      context.set(makePageHeaders(settings.appOrigins));
      context.type = 'html';
      context.body = showErrorPage(out.error_description ?? 'The request cannot be answered.', out.error);
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
  };
}

/**
 * Loads oidc-provider without its warning on Node 20 ("Unsupported runtime"): it works there, as the sandbox's tests show. Still
 * prints other warnings.
 */
export async function loadOidcProvider(): Promise<typeof Library> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
