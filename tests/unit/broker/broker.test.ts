import { afterEach, expect, it, vi } from 'vitest';
import { createRequester } from '#platform/request.ts';
import type { Broker } from '../../../src/lib/broker/broker.ts';
import { IDA, OSKAR } from '../desk/people.ts';
import { answerJson, BASE, ORIGIN, OWN_PAGE, startHarness } from '../../functions/harness.ts';
import { cookie } from '../../functions/relay/relay-requests.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const PARCEL_ID = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const SHIPMENT = {
  sender: IDA,
  recipient: OSKAR,
  origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
  destination: { countryCode: 'PL', pointId: 'PL_A' },
  parcels: [{ type: 'STANDARD', weight: { amount: 1.2, unit: 'KG' } }],
};

/** The broker of a page that is logged in with these scopes, and the headers of the requests that reach the platform. */
async function openPage(environment: Record<string, string>, scopes = ['api:shipments:write']) {
  const taken = () => answerJson({ trackingNumber: '69' }, 201);
  const { request, calls } = startHarness({ environment, api: [taken] });
  const direct: Headers[] = [];
  // Like a browser's fetch: it knows the page's origin and sends the session cookie.
  const browse = (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (url.startsWith(BASE)) return Promise.resolve((direct.push(headers), taken()));
    for (const name of ['origin', 'sec-fetch-site'] as const) headers.set(name, OWN_PAGE[name]);
    if (init.credentials !== 'omit') headers.set('cookie', cookie);
    return request(url.replace(ORIGIN, ''), { ...init, headers });
  };
  vi.stubGlobal('fetch', browse);
  const { openBroker } = await import('../../../src/lib/broker/broker.ts');
  const broker = await openBroker(createRequester(), ORIGIN);
  broker.session.begin({
    accessToken: 'broker-token',
    expiresInSeconds: 300,
    scopes,
    account: { id: 'ida', name: null },
  });
  return { broker, received: () => [...direct, ...calls.map(({ headers }) => headers)] };
}

const sendParcel = ({ platform }: Broker) =>
  platform.shipments.create('org-42', SHIPMENT, { deduplicationId: PARCEL_ID });

it.each(['relay', 'direct'])(
  'Broker: a parcel’s deduplication id reaches the platform in the configured header (%s)',
  async (way) => {
    const { broker, received } = await openPage({
      PLATFORM_CALLS: way,
      PLATFORM_DEDUPLICATION_HEADER: 'X-Once',
    });
    await sendParcel(broker);
    const names = ['x-once', 'x-deduplication-id', 'x-requested-with', 'authorization'];
    expect(received().map((headers) => names.map((name) => headers.get(name)))).toEqual([
      [PARCEL_ID, null, null, 'Bearer broker-token'],
    ]);
  },
);

it('Broker: a call without its scope or without a session isn’t sent', async () => {
  const { broker, received } = await openPage({}, ['api:shipments:read']);
  await expect(sendParcel(broker)).rejects.toMatchObject({
    ...{ code: 'scope_missing', problems: ['api:shipments:write'] },
  });
  broker.session.status = 'signed-out';
  await expect(sendParcel(broker)).rejects.toMatchObject({ code: 'session_ended' });
  expect(received()).toEqual([]);
});
