import { loginSettingsSchema, type LoginSettings } from '../contract/function-answers.ts';
import type { PointsPageAnswer } from '../contract/point.ts';
import { createShipment } from '../platform/create-shipment.ts';
import { productPath } from '../platform/products.ts';
import { readPointsPage } from '../platform/read-points-page.ts';
import { createRequester, type Send } from '../platform/request.ts';
import { requireScopes, type Operation } from '../platform/scopes.ts';
import { Session } from '../login/session.svelte.ts';
import { checkCallback, chooseReturnPath } from '../login/authorize.ts';
import { createTokenFacade } from '../login/token-facade.ts';

export type Broker = ReturnType<typeof createBroker>;

/** What a logged-in broker can do at the platform, with the broker's own token. */
function createBroker(settings: LoginSettings, origin: string) {
  const endpoint = createTokenFacade(settings, origin);
  const session = new Session(endpoint);
  const send = createRequester({
    bearer: session,
    // Our relay asks for a header that no form and no link can send. The platform itself is not to be burdened with it.
    headers: settings.platformBaseUrl.startsWith('/') ? { 'x-requested-with': 'droppoint' } : {},
    init: { credentials: 'omit' },
  });

  /** Before anything is sent. Who isn't logged in has no scopes, but that isn't what is wrong. */
  const requireFor = (operation: Operation): void => {
    session.requireOwn();
    requireScopes(session.grantedScopes, operation);
  };

  return {
    settings,
    session,

    /**
     * Finishes a login: checks the answer, exchanges the code once, begins the session.
     * @returns the path to go on to
     * @throws AppError as `checkCallback` and the token endpoint do
     */
    async finishLogin(query: URLSearchParams): Promise<string> {
      const callback = checkCallback(query, settings, sessionStorage, Date.now());
      session.begin(await endpoint.exchangeCode(callback.parameters, callback.codeVerifier));
      return chooseReturnPath(callback.returnTo, location.origin);
    },

    async readPage(page: number, perPage: number, signal?: AbortSignal): Promise<PointsPageAnswer> {
      requireFor('listPoints');
      const url = settings.platformBaseUrl + productPath('location', 'points');
      const names = { page: settings.pageParameter, perPage: settings.perPageParameter };
      return (await readPointsPage(send, url, page, perPage, names, signal)).data;
    },

    async sendParcel(organizationId: string, body: Record<string, unknown>) {
      requireFor('createShipment');
      return createShipment(send, settings.platformBaseUrl, organizationId, body);
    },
  };
}

let opened: Broker | null = null;

/**
 * Opens the broker's side of the app: one session for as long as the page lives, wherever the person goes in it.
 * @throws AppError when the function can't be asked for its settings; calling again tries again
 */
export async function openBroker(send: Send, origin: string): Promise<Broker> {
  if (opened !== null) return opened;
  const { data } = await send({ method: 'GET', url: '/api/config', schema: loginSettingsSchema });
  opened ??= createBroker(data, origin);
  return opened;
}
