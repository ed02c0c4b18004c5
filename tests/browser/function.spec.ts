import { request as sendHttp, type OutgoingHttpHeaders } from 'node:http';
import { expect } from '@playwright/test';
import { createReturnLink } from '#platform/return-link.ts';
import { CLIENT_ID, RETURN_LINK_SECRET, test, type Droppoint } from './droppoint.ts';

/** The function on real Node and workerd: what tests/functions shows of its parts has to hold here too. */

interface Sent {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  error: string | undefined;
}

/** A request that passes every guard, except for what is given; raw, so that no client adds or corrects anything. */
function ask(droppoint: Droppoint, { method = 'POST', path = '/api/oauth/token', headers, body }: Sent = {}) {
  const { port } = new URL(droppoint.origin);
  return new Promise<Answer>((resolve, reject) => {
    const call = sendHttp({ host: '127.0.0.1', port, method, path });
    const all: OutgoingHttpHeaders = {
      host: `localhost:${port}`,
      origin: droppoint.origin,
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'droppoint',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) call.setHeader(name, value);
    call.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = text.startsWith('{') ? (JSON.parse(text) as { error?: string }) : {};
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, error: json.error });
      });
    });
    call.once('error', reject);
    call.end(method === 'GET' || method === 'OPTIONS' ? undefined : (body ?? refresh()));
  });
}

const refresh = (more = '') => `grant_type=refresh_token&client_id=${CLIENT_ID}${more}`;
const code = (changes: Record<string, string> = {}, origin = '') =>
  new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    code: 'no-such-code',
    redirect_uri: `${origin}/account/callback`,
    code_verifier: 'v'.repeat(43),
    ...changes,
  }).toString();

const REFUSALS: readonly (readonly [title: string, sent: Sent, status: number, error: string])[] = [
  ['GET (case 17)', { method: 'GET' }, 405, 'invalid_request'],
  ['OPTIONS (case 17)', { method: 'OPTIONS' }, 405, 'invalid_request'],
  ['no Origin (case 18)', { headers: { origin: undefined } }, 403, 'access_denied'],
  ['Origin: null (case 19)', { headers: { origin: 'null' } }, 403, 'access_denied'],
  [
    'an origin that ours begins with (case 20)',
    { headers: { origin: 'http://localhost.evil.example' } },
    403,
    'access_denied',
  ],
  ['a page of the same site (case 21)', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'access_denied'],
  ['no custom header (case 22)', { headers: { 'x-requested-with': undefined } }, 403, 'access_denied'],
  ['JSON (case 23)', { headers: { 'content-type': 'application/json' } }, 415, 'invalid_request'],
  ['another grant (case 24)', { body: 'grant_type=client_credentials' }, 400, 'unsupported_grant_type'],
  ['two grants (case 25)', { body: refresh('&grant_type=refresh_token') }, 400, 'invalid_request'],
  ['a scope (case 26)', { body: refresh('&scope=openid') }, 400, 'invalid_request'],
  ['a refresh token (case 26)', { body: refresh('&refresh_token=x') }, 400, 'invalid_request'],
  ['a client secret (case 27)', { body: refresh('&client_secret=x') }, 400, 'invalid_request'],
  ['the grant __proto__ (case 28)', { body: 'grant_type=__proto__' }, 400, 'unsupported_grant_type'],
  ['a foreign redirect_uri (case 29)', { body: code({}, 'https://evil.example') }, 400, 'invalid_request'],
  [
    'a body of 9 KiB (case 31)',
    { body: refresh(`&a=${'x'.repeat(9 * 1024)}`), headers: { 'transfer-encoding': 'chunked' } },
    413,
    'invalid_request',
  ],
  ['no session', {}, 400, 'invalid_grant'],
  [
    'a session made up (case 32)',
    { headers: { cookie: '__Host-droppoint-session=v1.test.AAAA' } },
    400,
    'invalid_grant',
  ],
  ['two slashes (case 37)', { path: '//api/oauth/token' }, 404, 'not_found'],
  ['a slash at the end (case 37)', { path: '/api/oauth/token/' }, 404, 'not_found'],
  ['capitals (case 37)', { path: '/API/oauth/token' }, 404, 'not_found'],
];

test('the running function refuses what it must, and says so to no other origin', async ({ droppoint }) => {
  for (const [title, sent, status, error] of REFUSALS) {
    let answer = await ask(droppoint, sent);
    // An error of Wrangler's proxy, not the function's: "Your worker restarted mid-request", after a body that was refused
    // unread.
    if (answer.status === 503 && answer.error === undefined) answer = await ask(droppoint, sent);
    expect([title, answer.status, answer.error]).toEqual([title, status, error]);
    expect([title, answer.headers['access-control-allow-origin']]).toEqual([title, undefined]);
    expect([title, answer.headers['cache-control']]).toEqual([title, 'no-store']);
    expect([title, answer.headers['x-request-id']]).toEqual([
      title,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  }
  expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
});

test('the running function asks the platform once for a code, and hides what it answered (case 41)', async ({
  droppoint,
}) => {
  const answer = await ask(droppoint, { body: code({}, droppoint.origin) });
  expect([answer.status, answer.error, answer.headers['set-cookie']]).toEqual([
    400,
    'invalid_grant',
    undefined,
  ]);
  expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(1);
});

test('the running function replaces a request id that is too long (case 89)', async ({ droppoint }) => {
  const id = 'a'.repeat(200);
  const answer = await ask(droppoint, { headers: { 'x-request-id': id } });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

/** Spellings of the page that shops frame, as they stand in a request, and the status of each. */
const SPELLINGS: readonly (readonly [path: string, status: number])[] = [
  ['/embed', 200],
  ['/embed?nonce=1', 200],
  ['/./embed', 200],
  ['/account/../embed', 200],
  ['/embed/', 308],
  ['//embed', 404],
  ['/%65mbed', 404],
  ['/embed%2f', 404],
  ['/embed%2ehtml', 404],
  ['/embed%00', 404],
  ['/embed;x', 404],
  ['/EMBED', 404],
  ['/embed/..%2faccount', 404],
  ['/embed/../account', 200],
  ['/embed/%2e%2e/account', 200],
];

test('the running function lets shops frame their page alone, however a request writes its path (case 82)', async ({
  droppoint,
}) => {
  for (const [path, status] of SPELLINGS) {
    const { headers, ...answer } = await ask(droppoint, { method: 'GET', path });
    const isForShops = status < 400 && !path.endsWith('account');
    const [ancestors = ''] = /frame-ancestors [^;]*/.exec(String(headers['content-security-policy'])) ?? [];
    expect([path, answer.status]).toEqual([path, status]);
    expect([path, ancestors.split(' ').slice(0, 3)]).toEqual([
      path,
      ['frame-ancestors', ...(isForShops ? ["'self'", droppoint.shop] : ["'none'"])],
    ]);
    expect([path, headers['access-control-allow-origin']]).toEqual([path, isForShops ? '*' : undefined]);
    expect(headers['location']).toBe(status === 308 ? '/embed' : undefined);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  }
});

test('the running function answers 429 to who asks too often, and to nobody else (case 38)', async ({
  droppoint,
}) => {
  const ten = () => Promise.all(Array.from({ length: 10 }, () => ask(droppoint)));
  const statuses: number[] = [];
  // Windows are fixed: a burst across the border of two may pass, the next one can't.
  for (let burst = 0; burst < 8; burst++) statuses.push(...(await ten()).map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect((await ask(droppoint, { method: 'GET', path: '/api/health' })).status).toBe(200);
  // The next test logs in from the same address, so the limit must have passed.
  await expect.poll(async () => (await ask(droppoint)).status, { intervals: [1_000] }).toBe(400);
});

test('a customer creates a return by a shop’s link, once, and not by a changed one (cases 175, 176)', async ({
  request,
  droppoint,
}) => {
  const link = await createReturnLink({
    origin: droppoint.origin,
    secret: RETURN_LINK_SECRET,
    orderNumber: 'FL-1042',
    countryCode: 'PL',
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const token = new URL(link).hash.replace('#return=', '');
  const sender = { email: 'oskar@mail.example', phone: '+48500000202' };
  const create = (text: string) =>
    request.post(`${droppoint.origin}/api/returns`, {
      headers: {
        origin: droppoint.origin,
        'sec-fetch-site': 'same-origin',
        'x-requested-with': 'droppoint',
      },
      data: { link: text, sender },
    });
  const answers = await Promise.all([1, 2, 3].map(() => create(token)));
  const told = await Promise.all(answers.map((answer) => answer.json() as Promise<object>));
  expect(told[0]).toMatchObject({ orderNumber: 'FL-1042', dropOffCode: expect.stringMatching(/^\d{9}$/) });
  expect(told).toEqual([told[0], told[0], told[0]]);
  expect(await droppoint.countPlatformRequests('/returns/v1/organizations/org-1/shipments')).toBe(1);
  expect((await create(`${token.slice(0, -1)}~`)).status()).toBe(403);
  for (const secret of ['FL-1042', 'oskar', token]) expect(droppoint.readFunctionLog()).not.toContain(secret);
});
