import { afterEach, expect, it, vi } from 'vitest';
import { createRequester } from '#platform/request.ts';
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

/** Sends a parcel from the broker's page. @returns headers of the requests that reach the platform */
async function sendParcel(environment: Record<string, string>): Promise<Headers[]> {
  const taken = () => answerJson({ id: 's-1' }, 201);
  const { request: ask, calls } = startHarness({ environment, api: [taken] });
  const direct: Headers[] = [];
  // Like a browser's fetch: it knows the page's origin and sends the session cookie.
  const browse = (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (url.startsWith(BASE)) return Promise.resolve((direct.push(headers), taken()));
    for (const name of ['origin', 'sec-fetch-site'] as const) headers.set(name, OWN_PAGE[name]);
    if (init.credentials !== 'omit') headers.set('cookie', cookie);
    return ask(url, { ...init, headers });
  };
  vi.stubGlobal('fetch', browse);
  const { openBroker } = await import('../../../src/lib/broker/broker.ts');
  const broker = await openBroker(createRequester(), ORIGIN);
  broker.session.begin({
    accessToken: 'broker-token',
    expiresInSeconds: 300,
    scopes: ['api:shipments:write'],
    account: { id: 'ida', name: null },
  });
  await broker.sendParcel('org-42', SHIPMENT, PARCEL_ID);
  return [...direct, ...calls.map(({ headers }) => headers)];
}

it.each(['relay', 'direct'])(
  'Broker: a parcel’s deduplication id reaches the platform in the configured header (%s)',
  async (way) => {
    const sent = await sendParcel({ PLATFORM_CALLS: way, PLATFORM_DEDUPLICATION_HEADER: 'X-Once' });
    expect(sent.map((headers) => [headers.get('x-once'), headers.get('x-deduplication-id')])).toEqual([
      [PARCEL_ID, null],
    ]);
  },
);
