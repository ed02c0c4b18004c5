import { loginSettingsSchema, type LoginSettings } from '../contract/login-settings.ts';
import type { PointsPageAnswer } from '#platform/point.ts';
import { call, getLabel, type CallInput, type Calls } from '#platform/call.ts';
import { pathOf, type Operation } from '#platform/operation.ts';
import { getPoint, listPoints } from '#platform/location.ts';
import type { LabelFormat } from '#platform/labels.ts';
import { cancelPickup, createPickup, getCutoffTime, listPickups, type Pickup } from '#platform/pickups.ts';
import { createReturn, getReturn, getReturnLabel, type Return } from '#platform/returns.ts';
import { createShipment, getShipmentLabel, type Shipment } from '#platform/shipping.ts';
import { trackParcels } from '#platform/tracking.ts';
import { readPointsPage } from '#platform/read-points-page.ts';
import { createRequester, type Send } from '#platform/request.ts';
import { requireScope } from '#platform/scopes.ts';
import { Session } from '../login/session.svelte.ts';
import { checkCallback, chooseReturnPath } from '../login/authorize.ts';
import { createTokenFacade } from '../login/token-facade.ts';

export type Broker = ReturnType<typeof createBroker>;

/** The broker's session, and platform calls made with the broker's own token. */
function createBroker(settings: LoginSettings, origin: string) {
  const endpoint = createTokenFacade(settings, origin);
  const session = new Session(endpoint);
  const send = createRequester({
    bearer: session,
    // Our relay requires a header that forms and links can't send. The platform itself doesn't get it.
    headers: settings.platformBaseUrl.startsWith('/') ? { 'x-requested-with': 'droppoint' } : {},
    // Our relay needs the session cookie. The platform is another origin, so it gets none.
    init: { credentials: 'same-origin' },
  });

  const { platformBaseUrl: baseUrl, deduplicationHeader } = settings;
  const calls: Calls = { send, baseUrl, deduplicationHeader };

  /** Called before each request. Checks the session first, because without one there are no scopes. */
  const requireFor = (operation: Pick<Operation, 'scope'>): void => {
    session.requireOwn();
    requireScope(session.grantedScopes, operation);
  };

  async function make<Body, Data>(operation: Operation<Body, Data>, input: CallInput<Body>) {
    requireFor(operation);
    return call(calls, operation, input);
  }

  async function readLabel(
    operation: Operation<null>,
    values: Readonly<Record<string, string>>,
    format: LabelFormat,
  ) {
    requireFor(operation);
    return getLabel(calls, operation, format, { values });
  }

  return {
    settings,
    session,

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

    async readPage(page: number, perPage: number, signal?: AbortSignal): Promise<PointsPageAnswer> {
      requireFor(listPoints);
      const url = settings.platformBaseUrl + pathOf(listPoints);
      const names = { page: settings.pageParameter, perPage: settings.perPageParameter };
      return (await readPointsPage(send, url, page, perPage, names, signal)).data;
    },

    readPoint: (pointId: string) => make(getPoint, { values: { pointId } }),

    /** @param deduplicationId identifies this parcel: a repeated call with it creates no second one */
    sendParcel: (organizationId: string, body: Shipment, deduplicationId: string) =>
      make(createShipment, { values: { organizationId }, body, deduplicationId }),

    readLabel: (organizationId: string, trackingNumber: string, format: LabelFormat) =>
      readLabel(getShipmentLabel, { organizationId, trackingNumber }, format),

    /** @param trackingNumbers at most ten */
    track: (trackingNumbers: readonly string[], signal?: AbortSignal) =>
      make(trackParcels, { query: trackingNumbers.map((number) => ['trackingNumbers', number]), signal }),

    createReturn: (organizationId: string, body: Return) =>
      make(createReturn, { values: { organizationId }, body }),

    readReturn: (organizationId: string, returnId: string) =>
      make(getReturn, { values: { organizationId, returnId } }),

    readReturnLabel: (organizationId: string, trackingNumber: string, format: LabelFormat) =>
      readLabel(getReturnLabel, { organizationId, trackingNumber }, format),

    orderPickup: (organizationId: string, body: Pickup) =>
      make(createPickup, { values: { organizationId }, body }),

    /** @param page from 0 */
    listPickups: (organizationId: string, page: number) =>
      make(listPickups, { values: { organizationId }, query: [['page', String(page)]] }),

    cancelPickup: (organizationId: string, orderId: string) =>
      make(cancelPickup, { values: { organizationId, orderId } }),

    /** Reads the time until which a same-day pickup can be ordered. */
    readCutoff: (postalCode: string, countryCode: string) =>
      make(getCutoffTime, {
        query: [
          ['postalCode', postalCode],
          ['countryCode', countryCode],
        ],
      }),
  };
}

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
