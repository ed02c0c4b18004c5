import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../functions/context.ts';
import { bearer } from '../relay/relay-requests.ts';
import {
  answerJson,
  answerToken,
  CANARY_SECRET,
  CODE_FORM,
  cookieOf,
  OWN_PAGE,
  REFRESH_FORM,
  START_MS,
  startHarness,
  TOKEN_URL,
} from '../harness.ts';

describe('Request id', () => {
  it('the caller’s request id is returned and sent to the platform', async () => {
    const { request: send, calls } = startHarness();
    const answer = await send('/api/points?page=1&perPage=25', {
      headers: { 'x-request-id': 'shop-12345_a.b' },
    });
    expect(answer.headers.get('x-request-id')).toBe('shop-12345_a.b');
    expect(calls.map(({ headers }) => headers.get('x-request-id'))).toEqual([
      'shop-12345_a.b',
      'shop-12345_a.b',
    ]);
  });

  it('the request id of a login is sent with the code, that of a refresh with the refresh token', async () => {
    const { requestToken, calls } = startHarness();
    const login = await requestToken(CODE_FORM, { 'x-request-id': 'login-0001' });
    await requestToken(REFRESH_FORM, {
      cookie: cookieOf(login),
      'x-token-refresh': 'force',
      'x-request-id': 'renewal-0001',
    });
    expect(calls.map(({ headers }) => headers.get('x-request-id'))).toEqual(['login-0001', 'renewal-0001']);
  });

  it.each([
    ['too short', 'short'],
    ['overlong', 'a'.repeat(129)],
    ['holding a blank', 'abcd efgh'],
    ['holding mark-up', '<b>abcdef</b>'],
    ['two in one', 'abcdefgh, ijklmnop'],
    ['an encoded line break', 'abcdefgh%0d%0aset-cookie:a=1'],
  ])('a request id that is %s is replaced', async (_what, id) => {
    const { request: send, logs } = startHarness();
    const answer = await send('/api/health', { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(logs[0]?.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('a refusal contains the request id', async () => {
    const answer = await startHarness().request('/api/unknown');
    expect(((await answer.json()) as { request_id: string }).request_id).toBe(
      answer.headers.get('x-request-id'),
    );
  });

  it('a page’s response has the request id too', async () => {
    const { request: send } = startHarness({ servePage: () => new Response('a page') });
    expect((await send('/account')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('Log of the function', () => {
  it('each request has one line with its route, not its address', async () => {
    const {
      request: send,
      logs,
      clock,
    } = startHarness({
      api: [
        () => {
          clock.nowMs += 12;
          return answerJson({}, 500);
        },
      ],
    });
    const headers = {
      ...OWN_PAGE,
      ...bearer,
      'content-type': 'application/json',
      'x-request-id': 'request-7',
    };
    await send('/api/platform/shipping/v2/organizations/canary-org/shipments', {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(logs).toEqual([
      {
        time: new Date(START_MS).toISOString(),
        method: 'POST',
        route: '/api/platform/shipping/v2/organizations/:organizationId/shipments',
        status: 500,
        durationMs: 12,
        requestId: 'request-7',
        upstream: [{ host: 'api.platform.example', durationMs: expect.any(Number) as number, outcome: 500 }],
        error: 'temporarily_unavailable',
        detail: 'the platform answered 500',
      },
    ]);
  });

  it.each([
    ['the token host', 'auth.platform.example', { token: [() => new TypeError('fetch failed')] }],
    ['the API host', 'api.platform.example', { api: [() => new TypeError('fetch failed')] }],
  ])('the log says that %s could not be reached', async (_what, host, options) => {
    const { request: send, logs } = startHarness(options);
    await send('/api/points?page=1&perPage=25');
    expect(logs[0]?.upstream?.at(-1)).toMatchObject({ host, outcome: 'network' });
  });

  it('the log has the host, purpose, outcome and duration of each call to the platform', async () => {
    const {
      request: send,
      requestToken,
      logs,
    } = startHarness({ api: [() => new Response('x'.repeat(9 * 1024 * 1024))] });
    await send('/api/points?page=1&perPage=25');
    const durationMs = expect.any(Number) as number;
    const auth = new URL(TOKEN_URL).host;
    expect(logs[0]?.upstream).toEqual([
      { host: auth, durationMs, outcome: 200, grant: 'client_credentials', scope: 'api:points:read' },
      { host: 'api.platform.example', durationMs, outcome: 'malformed' },
    ]);
    const cookie = cookieOf(await requestToken(CODE_FORM));
    await requestToken(REFRESH_FORM, { cookie, 'x-token-refresh': 'force' });
    expect(logs.slice(1).map(({ upstream }) => upstream)).toEqual([
      [{ host: auth, durationMs, outcome: 200, grant: 'authorization_code' }],
      [{ host: auth, durationMs, outcome: 200, grant: 'refresh_token' }],
    ]);
  });

  it('the log omits files except failed ones; counters see all, by kind and never by address', async () => {
    const counted: string[] = [];
    const count = ({ route, status }: LogLine) => void counted.push(`${route} ${status}`);
    const servePage = ({ url }: Request) => {
      if (url.endsWith('canary')) throw new Error('the disk is gone');
      return new Response('a file');
    };
    const { request: send, logs } = startHarness({ count, servePage });
    const paths = ['/', '/account?code=canary1', '/v1/droppoint.js', '/snapshot/manifest.json', '/_app/a.js'];
    for (const path of [
      ...paths,
      '/basemap/land.mvt',
      '/streets',
      '/__proto__/x',
      '/v1/canary',
      '/api/health',
    ])
      await send(path);
    expect(counted).toEqual([
      'page 200',
      'page 200',
      'widget 200',
      'network 200',
      'app 200',
      'basemap 200',
      'page 200',
      'page 200',
      'widget 500',
      '/api/health 200',
    ]);
    expect(logs.map(({ route }) => route)).toEqual(['widget', '/api/health']);
    expect(JSON.stringify(logs)).not.toContain('canary');
  });

  it.each<[string, (at: number) => [path: string, init?: RequestInit], number]>([
    ['what no route answers', (at: number) => [`/api/nothing${at}`], 404],
    ['what no page answers', (at: number) => [`/nothing${at}`, { method: 'POST' }], 404],
    ['health', () => ['/api/health'], 200],
    ['files that fail', (at: number) => [`/${at}`], 500],
    ['what a limit refuses', () => ['/api/openapi.json'], 429],
  ])('requests to %s have one line a second, with the number left out', async (_what, request, status) => {
    const counted: number[] = [];
    const {
      request: send,
      logs,
      clock,
    } = startHarness({
      count: (line) => void counted.push(line.status),
      limit: (bucket) => Promise.resolve(bucket !== 'openapi'),
      servePage: () => Promise.reject(new Error('the disk is gone')),
    });
    for (let at = 0; at < 500; at++) {
      await send(...request(at));
      clock.nowMs += 5;
    }
    expect(counted).toEqual(new Array(500).fill(status));
    expect(logs.map((line) => [line.status, line.leftOut])).toEqual([
      [status, undefined],
      [status, 199],
      [status, 199],
    ]);
    // After the clock was set back, no line is suppressed.
    clock.nowMs -= 60_000;
    await send(...request(500));
    expect(logs.at(-1)?.leftOut).toBe(99);
  });

  it('each request that a limit lets through has a line', async () => {
    const { request: send, logs } = startHarness({ limit: () => Promise.resolve(true) });
    for (let at = 0; at < 5; at++) await send('/api/openapi.json');
    for (let at = 0; at < 5; at++) await send('/api/config', { method: 'PUT' });
    expect(logs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 405, 405, 405, 405, 405]);
  });

  // RFC 6749 §5.2.
  // Proves: security/silent-logs.
  it('the log never contains a secret, code, verifier, token, cookie or query', async () => {
    const secrets = [CANARY_SECRET, 'canary', 'vvvvvv', 'access-', 'refresh-1', 'eyJ'];
    const upstreams = [
      () => answerToken(),
      () => answerJson({ error: 'invalid_client', error_description: `canary ${CANARY_SECRET}` }, 401),
      () => answerJson({ error: `canary ${CANARY_SECRET}` }, 400),
      () => new Response(`canary ${CANARY_SECRET}`, { status: 200 }),
      () => answerToken({ expires_in: 'canary', access_token: CANARY_SECRET }),
      () => answerToken({ id_token: `canary.${CANARY_SECRET}.x` }),
      () => new TypeError(`canary ${CANARY_SECRET}`),
      () => answerJson({ error: CANARY_SECRET }, 500, { 'retry-after': 'canary' }),
    ];
    for (const upstream of upstreams) {
      const {
        request: send,
        requestToken,
        logs,
      } = startHarness({
        token: [() => answerToken(), upstream],
        api: [() => upstream()],
      });
      const cookie = cookieOf(await requestToken(CODE_FORM));
      const answers = [
        await requestToken(REFRESH_FORM, { cookie, 'x-token-refresh': 'force' }),
        await requestToken({ ...CODE_FORM, canary: 'canary' }),
        await requestToken(CODE_FORM, {
          authorization: `Basic ${CANARY_SECRET}`,
          'x-requested-with': 'canary',
        }),
        await send('/api/points?page=1&perPage=25&canary=1'),
        await send('/api/canary?code=canary'),
        await send('/api/platform/location/v1/points?page=1&perPage=25', {
          headers: { ...OWN_PAGE, cookie, authorization: 'Bearer canary' },
        }),
      ];
      expect(logs).toHaveLength(answers.length + 1);
      for (const secret of secrets) expect(JSON.stringify(logs)).not.toContain(secret);
      // The last one is the relay's: it passes the API's text on to the broker, and the API never
      // receives the secret.
      for (const answer of answers.slice(0, -1)) {
        if (answer.status !== 200) expect(await answer.text()).not.toContain(CANARY_SECRET);
      }
    }
  });

  it('the log has the stack of an unexpected error, but not its message', async () => {
    const { request: send, logs } = startHarness({
      limit: () => Promise.reject(new RangeError('canary text')),
    });
    const answer = await send('/api/openapi.json');
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: 'server_error', request_id: answer.headers.get('x-request-id') },
    ]);
    expect(logs[0]?.detail).toMatch(/^RangeError .*logs\.test\.ts/);
    expect(JSON.stringify(logs)).not.toContain('canary');
  });
});
