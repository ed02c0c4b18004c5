import { loginSettingsSchema, type LoginSettings } from '#contract/login-settings.ts';
import { createPlatform } from '#platform/client.ts';
import type { Send } from '#platform/request.ts';
import { requireScope } from '#platform/scopes.ts';
import { Session } from '../login/session.svelte.ts';
import { checkCallback, chooseReturnPath } from '../login/authorize.ts';
import { createTokenFacade, OWN_PAGE_HEADERS } from '../login/token-facade.ts';

export type Broker = ReturnType<typeof createBroker>;

/** The broker's session, and the platform's client with the broker's own token. */
function createBroker(settings: LoginSettings, origin: string) {
  const endpoint = createTokenFacade(settings, origin);
  const session = new Session(endpoint);
  const baseUrl = new URL(settings.platformBaseUrl, origin);

  return {
    settings,
    session,

    platform: createPlatform({
      auth: session,
      baseUrl: baseUrl.href,
      // The platform itself doesn't get our relay's header.
      ...(baseUrl.origin === origin && { fetch: fetchFromRelay }),
      deduplicationHeader: settings.deduplicationHeader,
      paging: { page: settings.pageParameter, perPage: settings.perPageParameter },
      guard: (operation) => {
        // Without a session there are no scopes.
        session.requireOwn();
        requireScope(session.grantedScopes, operation);
      },
    }),

    /**
     * Finishes a login: validates the answer, exchanges the code once, starts the session.
     * @returns the path to continue at
     * @throws AppError as `checkCallback` and the token endpoint do
     */
    async finishLogin(query: URLSearchParams): Promise<string> {
      const callback = checkCallback(query, settings, sessionStorage, Date.now());
      session.begin(await endpoint.exchangeCode(callback.parameters, callback.codeVerifier));
      return chooseReturnPath(callback.returnTo, location.origin);
    },
  };
}

/** Adds the header that our relay requires. Browsers add the session's cookie. */
const fetchFromRelay: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) headers.set(name, value);
  return fetch(input, { ...init, headers });
};

let opened: Broker | null = null;

/**
 * Loads the settings of the login and creates the broker, with one session for all pages until the next load.
 * @throws AppError if the settings can't be loaded; the next call tries again
 */
export async function openBroker(send: Send, origin: string): Promise<Broker> {
  if (opened !== null) return opened;
  const { data } = await send({ method: 'GET', url: '/api/config', schema: loginSettingsSchema });
  opened ??= createBroker(data, origin);
  return opened;
}
