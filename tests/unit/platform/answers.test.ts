import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '#platform/call.ts';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { createPlatform, type PlatformOptions } from '#platform/client.ts';
import { listPathParameters } from '#platform/operation.ts';
import { OPERATIONS } from '#platform/operations.ts';
import { createRequester } from '#platform/request.ts';
import { PLATFORM_SCOPES } from '#platform/scopes.ts';
import type { Shipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { makeShipment } from '../../sandbox/carrier-client.ts';
import { failureOf } from '../failure-of.ts';
import { openPlatform } from './open-platform.ts';

const SHIPMENT = makeShipment('PL_TST01X') as unknown as Shipment;
const json = (body: unknown, status = 200) => Response.json(body, { status });

/** A client whose every call gets this answer, without retries. */
const open = (answer: () => Response | Promise<Response>, options: Partial<PlatformOptions> = {}) =>
  openPlatform([answer], { retries: 0, ...options });
afterEach(() => vi.unstubAllGlobals());

describe('Invalid answers', () => {
  it.each<[string, () => Response, object]>([
    [
      'not JSON',
      () => new Response('<html>'),
      { message: "The answer can't be read: not JSON (6 characters)." },
    ],
    [
      'without a field',
      () => json({ status: 'CREATED' }),
      {
        message: expect.stringMatching(/^The answer doesn't match the contract: id: .+\.$/) as string,
        problems: [expect.stringMatching(/^id: .+/) as string],
      },
    ],
    ['a list', () => json([]), { problems: [expect.stringMatching(/^\(answer\): .+/) as string] }],
  ])('%s is malformed, and the error says why', async (_, answer, expected) => {
    const { platform, requests } = open(answer);
    const error = await failureOf(platform.pickups.get('o', 'p'));
    expect(error).toMatchObject({ code: 'malformed', status: 200, ...expected });
    expect((error as { requestId: string }).requestId).toBe(requests[0]!.headers.get('x-request-id'));
  });

  it('the error names a field inside a list by its path', async () => {
    const { platform } = open(() => json({ parcels: [{ trackingNumber: '1' }, {}] }));
    expect(await failureOf(platform.tracking.get(['1']).next())).toMatchObject({
      problems: [expect.stringMatching(/^parcels\.1\.trackingNumber: /) as string],
    });
    const both = open(() => json({ parcels: [{}, {}] }));
    expect(await failureOf(both.platform.tracking.get(['1']).next())).toMatchObject({
      message: expect.stringContaining('; parcels.1') as string,
    });
  });

  it.each([300, 302, 399])('an answer with %d is a redirect, which is not followed', async (status) => {
    const { platform, requests } = open(() => new Response(null, { status }));
    expect(await failureOf(platform.pickups.get('o', 'p'))).toMatchObject({
      code: 'redirected',
      message: 'The server answered with a redirect, which is not followed.',
      status,
    });
    expect(requests[0]!.init.redirect).toBe('manual');
  });

  it('a refusal is described by its status', async () => {
    const { platform } = open(() => json({ errors: { id: ['unknown'] } }, 404));
    expect(await failureOf(platform.pickups.get('o', 'p'))).toMatchObject({
      code: 'not_found',
      message: 'The carrier has no pickup with the id p in this organization (404).',
      fields: [],
    });
  });

  it('reading stops at 8 MB', async () => {
    const { platform } = open(() => new Response(' '.repeat(9 * 1024 * 1024)));
    expect(await failureOf(platform.pickups.get('o', 'p'))).toMatchObject({ code: 'malformed' });
  });

  it('a request ends at its time limit', async () => {
    const { platform, requests } = open(() => new Promise(() => undefined), { timeoutMs: 20 });
    expect(await failureOf(platform.pickups.get('o', 'p'))).toMatchObject({
      code: 'timeout',
      requestId: requests[0]?.headers.get('x-request-id'),
    });
  });
});

describe('Invalid fields of a refused body', () => {
  const fieldsIn = async (answer: Response) => {
    const error = await failureOf(open(() => answer).platform.shipments.create('o', SHIPMENT));
    expect(error).toMatchObject({ code: 'rejected' });
    return (error as { fields: unknown }).fields;
  };
  const fieldsOf = (errors: unknown) => fieldsIn(json({ errors }, 422));

  it.each([[null], ['recipient'], [[{ path: 'a' }]], [undefined]])('there are none in %j', async (errors) => {
    expect(await fieldsOf(errors)).toEqual([]);
  });

  it('an HTML page has none, and invalid codes are dropped', async () => {
    expect(await fieldsIn(new Response('<p>', { status: 422 }))).toEqual([]);
    expect(await fieldsOf({ a: { b: 1 } })).toEqual([{ path: 'a', codes: [] }]);
  });

  it('there are at most two hundred', async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`parcels.${at}`, ['required']]));
    expect(await fieldsOf(many)).toHaveLength(200);
  });

  it('they contain neither markup nor the request’s values', async () => {
    const errors = {
      'recipient.phone': ['required', 7, null, '<b>x', 'x<b>', 'too long to be a code '.repeat(9)],
      '<b>sender': ['required'],
      'sender<b>': ['required'],
    };
    expect(await fieldsOf(errors)).toEqual([{ path: 'recipient.phone', codes: ['required'] }]);
  });
});

describe('Failures', () => {
  it.each<[string, () => Response | Promise<Response>, string]>([
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'network'],
    ['a page', () => new Response('<html>'), 'malformed'],
    ['a redirect', () => new Response(null, { status: 302 }), 'redirected'],
    ['a server error', () => json({}, 503), 'unavailable'],
    ['no answer in time', () => new Promise(() => undefined), 'timeout'],
  ])('%s leaves the outcome of a creation unknown, but not of a read', async (_, answer, code) => {
    const { platform } = open(answer, { timeoutMs: 20 });
    const created = await failureOf(platform.shipments.create('o', SHIPMENT));
    expect(created).toMatchObject({ code });
    expect(created).toBeInstanceOf(UnknownOutcomeError);
    const read = await failureOf(platform.shipments.get('o', '1'));
    expect(read).toMatchObject({ code });
    expect(read).not.toBeInstanceOf(UnknownOutcomeError);
  });

  it('a retryable failure is retried as often as configured', async () => {
    const { platform, requests } = open(
      () => new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
      {
        retries: 1,
      },
    );
    await failureOf(platform.pickups.get('o', 'p'));
    expect(requests).toHaveLength(2);
  });
});

describe('Requests', () => {
  it('a read has neither a body nor a deduplication id', async () => {
    const { platform, requests } = open(() => json({ id: 'p' }));
    await platform.pickups.get('o', 'p');
    await platform.pickups.cancel('o', 'p');
    for (const { headers, init } of requests) {
      expect([...headers.keys()].sort()).toEqual(['accept', 'authorization', 'x-request-id']);
      expect(headers.get('accept')).toBe('application/json');
      expect('body' in init).toBe(false);
    }
  });

  it('without a token, nothing is sent in its place, and a 401 isn’t retried', async () => {
    let requests = 0;
    const send = createRequester({
      fetch: (_, init) => {
        requests++;
        expect(new Headers(init!.headers).has('authorization')).toBe(false);
        return Promise.resolve(new Response(null, { status: 401 }));
      },
    });
    const { data } = OPERATIONS.getPickup;
    if (data === 'label') throw new Error('a pickup is no label');
    await expect(send({ method: 'GET', url: 'https://api.example', schema: data })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(requests).toBe(1);
  });

  it('tokens and calls use the runtime’s fetch unless another one is passed', async () => {
    const hosts: string[] = [];
    vi.stubGlobal('fetch', (url: string | URL) => {
      hosts.push(new URL(url).host);
      return Promise.resolve(json({ id: 'p', access_token: 't', token_type: 'Bearer', expires_in: 599 }));
    });
    const own = createClientCredentials({ origin: 'https://auth.example', clientId: 'a', clientSecret: 'b' });
    await createPlatform({ baseUrl: 'https://api.example', auth: own }).pickups.get('o', 'p');
    expect(hosts).toEqual(['auth.example', 'api.example']);
  });

  it('a label can’t be requested as JSON', async () => {
    const calls = { send: createRequester(), baseUrl: 'https://api.example' };
    await expect(call(calls, OPERATIONS.getReturnLabel)).rejects.toThrow(
      new TypeError('Fetch a label with shipments.label or returns.label.'),
    );
  });

  it('null stays null even if amounts are written as texts', async () => {
    const { platform, requests } = open(() => json({ trackingNumber: '7' }), { amounts: 'text' });
    await platform.shipments.create('o', { ...SHIPMENT, amount: null });
    expect(JSON.parse(requests[0]!.init.body as string)).toMatchObject({ amount: null });
  });
});

describe('List of points', () => {
  const page = (from: number, count: number) => ({
    count: 3,
    page: from,
    perPage: 500,
    totalPages: 2,
    items: Array.from({ length: count }, (_, at) => ({
      id: `PL_${from}${at}`,
      coordinates: { latitude: 52, longitude: 21 },
    })),
  });

  it.each([
    ['https://api.example', 'https://api.example'],
    [(product: string) => `https://${product}.example`, 'https://location.example'],
  ])('it is read page by page from the product’s host', async (baseUrl, origin) => {
    const { platform, requests } = open(() => json(page(requests.length, requests.length === 1 ? 2 : 1)), {
      baseUrl,
    });
    const ids: string[] = [];
    for await (const { id } of platform.points.list()) ids.push(id);
    expect(ids).toEqual(['PL_10', 'PL_11', 'PL_20']);
    expect(requests.slice(0, 2).map(({ url }) => url)).toEqual([
      `${origin}/location/v1/points?page=1&perPage=500`,
      `${origin}/location/v1/points?page=2&perPage=500`,
    ]);
  });

  it('it ends with the caller’s signal', async () => {
    const { platform } = open(() => json(page(1, 2)));
    const walk = platform.points.list({ signal: AbortSignal.abort() });
    await expect(walk.next()).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('Tracking', () => {
  it('no numbers need no request, and ten numbers need one', async () => {
    const { platform, requests } = open(() => json({ parcels: [] }));
    for await (const parcel of platform.tracking.get([])) throw new Error(parcel.trackingNumber);
    expect(requests).toEqual([]);
    const ten = Array.from({ length: 10 }, (_, at) => String(at));
    for await (const parcel of platform.tracking.get(ten)) throw new Error(parcel.trackingNumber);
    expect(requests).toHaveLength(1);
  });
});

describe('Application token', () => {
  const request = async (options: object, answer: object = {}) => {
    const requests: { form: URLSearchParams; authorization: string | null }[] = [];
    const credentials = createClientCredentials({
      origin: 'https://auth.example',
      clientId: 'a b',
      clientSecret: 's+:',
      fetch: (_, init) => {
        const form = new URLSearchParams(String(init!.body as URLSearchParams));
        requests.push({ form, authorization: new Headers(init!.headers).get('authorization') });
        return Promise.resolve(json({ access_token: 't', token_type: 'Bearer', expires_in: 599, ...answer }));
      },
      ...options,
    });
    const token = await credentials.read().catch((error: unknown) => error);
    return { ...requests[0]!, token, renew: () => credentials.renew('t'), requests };
  };

  it('it is for all scopes unless they are configured', async () => {
    expect((await request({})).form.get('scope')).toBe(PLATFORM_SCOPES.join(' '));
    expect((await request({ scopes: ['a', 'b'] })).form.get('scope')).toBe('a b');
  });

  it('Basic authentication is plain or percent-encoded', async () => {
    const plain = await request({ clientAuth: 'basic' });
    expect(atob(plain.authorization!.replace('Basic ', ''))).toBe('a b:s+:');
    const encoded = await request({ clientAuth: 'basic', basicEncoding: 'rfc6749' });
    expect(atob(encoded.authorization!.replace('Basic ', ''))).toBe('a+b:s%2B%3A');
  });

  it('it is renewed after a 401', async () => {
    const { renew, requests } = await request({});
    expect(await renew()).toBe('t');
    expect(requests).toHaveLength(2);
  });

  it('an answer of 256 KB is refused', async () => {
    const { token } = await request({}, { padding: 'x'.repeat(256 * 1024) });
    expect(token).toMatchObject({ code: 'malformed' });
  });
});

describe('Table of operations', () => {
  it('every operation has a scope and says whether it may be repeated', () => {
    const lines = Object.entries(OPERATIONS).map(([name, { scope, repeat }]) => `${name} ${scope} ${repeat}`);
    expect(lines).toEqual([
      'listPoints api:points:read safe',
      'getPoint api:points:read safe',
      'nearPoints api:points:read safe',
      'createShipment api:shipments:write deduplicated',
      'getShipment api:shipments:read safe',
      'getShipmentLabel api:shipments:read safe',
      'trackParcels api:tracking:read safe',
      'createReturn api:returns:write never',
      'getReturn api:returns:read safe',
      'getReturnLabel api:returns:read safe',
      'createPickup api:one-time-pickups:write never',
      'listPickups api:one-time-pickups:read safe',
      'getPickup api:one-time-pickups:read safe',
      'cancelPickup api:one-time-pickups:write safe',
      'getCutoffTime api:one-time-pickups:read safe',
    ]);
  });

  it('every operation names its path parameters', () => {
    expect(listPathParameters(OPERATIONS.getPickup)).toEqual(['organizationId', 'orderId']);
    expect(listPathParameters(OPERATIONS.trackParcels)).toEqual([]);
  });
});
