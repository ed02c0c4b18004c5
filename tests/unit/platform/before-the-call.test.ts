import { describe, expect, it } from 'vitest';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { createPlatform, type Platform, type PlatformOptions } from '#platform/client.ts';
import { AppError } from '#platform/errors.ts';
import type { Pickup } from '#platform/pickups.ts';
import type { Shipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { makePickup, makeShipment } from '../../sandbox/carrier-client.ts';
import { failureOf } from '../failure-of.ts';
import { openPlatform, type Answer } from './open-platform.ts';

const SHIPMENT = makeShipment('PL_TST01X') as unknown as Shipment;
const PICKUP = makePickup(Date.parse('2026-11-26T10:00:00Z')) as unknown as Pickup;
const { sender } = SHIPMENT;

const created: Answer = () => Response.json({ id: 'r', trackingNumber: '7' }, { status: 201 });
const refusing =
  (status: number): Answer =>
  () =>
    new Response(null, { status, headers: { 'retry-after': '0' } });
const failing = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });
const rejecting =
  (code: string): Answer =>
  () =>
    Promise.reject(failing(code));

const CALLS: [what: string, make: (platform: Platform) => Promise<unknown>][] = [
  ['a shipment', ({ shipments }) => shipments.create('o', SHIPMENT, { deduplicationId: 'order-1' })],
  ['a return', ({ returns }) => returns.create('o', { sender })],
  ['a pickup', ({ pickups }) => pickups.create('o', PICKUP)],
];

/** Credentials whose token host gives this answer. */
const credentials = (answer: () => Response | Promise<Response>) =>
  createClientCredentials({
    origin: 'https://auth.example/',
    clientId: 'shop',
    clientSecret: 's',
    fetch: () => Promise.resolve(answer()),
  });
const html = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });

/**
 * The errors of token requests, collected beforehand, because each request is made four times, with pauses.
 */
const TOKEN_FAILURES = await Promise.all(
  (
    [
      ['is away', () => new Response(null, { status: 503 }), 'unavailable'],
      ['can’t be found', () => Promise.reject(failing('ENOTFOUND')), 'network'],
      ['is something else', html, 'malformed'],
    ] as const
  ).map(
    async ([what, answer, code]) =>
      [what, (await failureOf(credentials(answer).read())) as AppError, code] as const,
  ),
);

describe.each(CALLS)('%s that was never sent', (_, make) => {
  it.each(TOKEN_FAILURES)(
    'a failure of the token host (%s) has a known outcome: nothing was sent',
    async (_what, failure, code) => {
      const auth = { read: () => Promise.reject(failure), renew: () => Promise.reject(failure) };
      const { platform, requests } = openPlatform([created], { auth });
      const error = await failureOf(make(platform));
      expect(error).not.toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({
        code,
        retryable: true,
        message: expect.stringMatching(/^It was not sent: .*https:\/\/auth\.example/) as string,
      });
      expect(requests).toEqual([]);
    },
  );

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
    'a failed connection (%s) has a known outcome',
    async (code) => {
      const { platform } = openPlatform([rejecting(code)], { retries: 0 });
      const error = await failureOf(make(platform));
      expect(error).not.toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({
        code: 'network',
        retryable: true,
        message: 'It was not sent: No answer: the connection failed.',
      });
    },
  );

  it('an invalid header value is refused with the header’s name, without revealing the token', async () => {
    for (const [options, expected] of [
      [
        { headers: { shipping: { 'x-a': 'Ż' }, returns: { 'x-a': 'Ż' }, pickups: { 'x-a': 'Ż' } } },
        'x-a can\'t contain "Ż"',
      ],
      [
        { auth: { read: () => Promise.resolve('ż'), renew: () => Promise.resolve('ż') } },
        "authorization can't contain the token",
      ],
    ] as [Partial<PlatformOptions>, string][]) {
      const { platform, requests } = openPlatform([created], options);
      const error = await failureOf(make(platform));
      expect(error).not.toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({
        code: 'settings_invalid',
        message: `It was not sent: the header ${expected}.`,
      });
      expect(requests).toEqual([]);
    }
  });

  it('a call aborted before it was sent has a known outcome', async () => {
    const { platform, requests } = openPlatform([created]);
    const signal = AbortSignal.abort();
    for (const error of [
      await failureOf(platform.shipments.create('o', SHIPMENT, { signal })),
      await failureOf(platform.returns.create('o', { sender }, { signal })),
    ]) {
      expect(error).not.toBeInstanceOf(UnknownOutcomeError);
      expect(error).toMatchObject({ code: 'aborted' });
    }
    expect(requests).toEqual([]);
  });

  it('a call that fails because no new token was available after a 401 has a known outcome', async () => {
    const renew = () => Promise.reject(new AppError('network', 'No token.'));
    const auth = { read: () => Promise.resolve('t'), renew };
    const { platform } = openPlatform([refusing(401)], { auth });
    const error = await failureOf(make(platform));
    expect(error).not.toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ code: 'network' });
  });
});

describe('Shipment whose first answer was lost', () => {
  const lost = rejecting('ECONNRESET');

  it.each([429, 401, 403])('its outcome stays unknown if the retry is refused with %d', async (status) => {
    const { platform } = openPlatform([lost, refusing(status)]);
    const error = await failureOf(platform.shipments.create('o', SHIPMENT, { deduplicationId: 'order-1' }));
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ deduplicationId: 'order-1', status });
  });

  it('it is rejected if the retry is rejected, because the platform knows the id', async () => {
    const { platform } = openPlatform([lost, refusing(422)]);
    const error = await failureOf(platform.shipments.create('o', SHIPMENT));
    expect(error).not.toBeInstanceOf(UnknownOutcomeError);
    expect(error).toMatchObject({ code: 'rejected' });
  });
});

describe('A body that JSON can’t express', () => {
  it('it isn’t sent', async () => {
    const { platform, requests } = openPlatform([created]);
    await expect(platform.shipments.create('o', { ...SHIPMENT, number: 1n })).rejects.toMatchObject({
      code: 'rejected',
      message: 'It was not sent: its body can’t be written as JSON.',
    });
    expect(requests).toEqual([]);
  });
});

describe('Client settings', () => {
  const auth = { read: () => Promise.resolve('t'), renew: () => Promise.resolve('t') };
  const ADDRESSES: [unknown, string][] = [
    [undefined, 'is empty: set its environment variable'],
    ['', 'is empty: set its environment variable'],
    [null, 'is empty: set its environment variable'],
    ['api.example', 'is not a URL: "api.example"'],
    [7, 'is not a URL: number'],
    [new URL('https://api.example'), 'is not a URL: object'],
    ['ftp://api.example', 'is not an http(s) URL: "ftp://api.example"'],
    ['localhost:3001', 'is not an http(s) URL: "localhost:3001"'],
    ['https://a:b@api.example', 'contains a user name'],
    ['https://api.example/?a=1', 'has a query or a fragment: "https://api.example/?a=1"'],
  ];

  it.each(ADDRESSES)('the error names the invalid address: %s', (value, why) => {
    const expected = (name: string) => ({
      code: 'settings_invalid',
      message: `${name} ${why}. Give the address of a server, such as https://api.example.`,
    });
    const caught = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return error;
      }
      return null;
    };
    const given = value as string;
    const client = { clientId: 'a', clientSecret: 'b' };
    expect(caught(() => createPlatform({ baseUrl: given, auth }))).toMatchObject(expected('baseUrl'));
    expect(caught(() => createClientCredentials({ ...client, origin: given }))).toMatchObject(
      expected('origin'),
    );
  });

  it('the error names the product with an invalid address', async () => {
    const { platform } = openPlatform([created], { baseUrl: () => undefined as unknown as string });
    await expect(platform.returns.create('o', { sender })).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringMatching(/^baseUrl\("returns"\) is empty/) as string,
    });
  });

  it.each<[string, () => unknown, string]>([
    ['no options', () => (createPlatform as (options?: unknown) => unknown)(), 'auth is missing'],
    ['no auth', () => createPlatform({ baseUrl: 'https://a.example' } as PlatformOptions), 'auth is missing'],
    ['a time limit of NaN', () => openPlatform([created], { timeoutMs: Number.NaN }), 'not NaN'],
    ['a time limit of 0', () => openPlatform([created], { timeoutMs: 0 }), 'not 0'],
    ['too long a time limit', () => openPlatform([created], { timeoutMs: Infinity }), 'not Infinity'],
    ['retries of -1', () => openPlatform([created], { retries: -1 }), 'not -1'],
    [
      'no client id',
      () => createClientCredentials({ origin: 'https://a.example', clientId: '', clientSecret: 's' }),
      'clientId is empty',
    ],
    [
      'no client secret',
      () =>
        createClientCredentials({
          origin: 'https://a.example',
          clientId: 'a',
          clientSecret: undefined as unknown as string,
        }),
      'clientSecret is empty',
    ],
    [
      'no credentials at all',
      () => (createClientCredentials as (options?: unknown) => unknown)(),
      'origin is empty',
    ],
    [
      'an origin without TLS',
      () => createClientCredentials({ origin: 'http://a.example', clientId: 'a', clientSecret: 's' }),
      'origin must use https',
    ],
  ])('invalid settings are refused immediately: %s', async (_, create, expected) => {
    const error = await failureOf(Promise.resolve().then(create));
    expect(error).toMatchObject({
      code: 'settings_invalid',
      message: expect.stringContaining(expected) as string,
    });
  });

  it.each(['https://api.example', 'https://api.example/', 'https://api.example//'])(
    '%s counts as the same address',
    async (baseUrl) => {
      const { platform, lines } = openPlatform([created], { baseUrl });
      await platform.returns.get('o', 'r');
      const other = openPlatform([created], { baseUrl: () => `${baseUrl}/carrier/` });
      await other.platform.returns.get('o', 'r');
      expect([...lines(), ...other.lines()]).toEqual([
        'GET https://api.example/returns/v1/organizations/o/shipments/r',
        `GET ${baseUrl}/carrier/returns/v1/organizations/o/shipments/r`,
      ]);
    },
  );

  it('the token host works with and without a trailing slash', async () => {
    const requests: string[] = [];
    for (const origin of ['https://auth.example', 'https://auth.example/'])
      await createClientCredentials({
        ...{ origin, clientId: 'a', clientSecret: 's' },
        fetch: (url) => {
          requests.push((url as URL | string).toString());
          return Promise.resolve(Response.json({ access_token: 't', token_type: 'Bearer', expires_in: 599 }));
        },
      }).read();
    expect(requests).toEqual(['https://auth.example/oauth2/token', 'https://auth.example/oauth2/token']);
  });
});
