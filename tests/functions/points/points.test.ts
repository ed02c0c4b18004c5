import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { Bearer } from '#platform/request.ts';
import type { TokenEndpoint } from '#platform/token-endpoint.ts';
import { createAppToken } from '#platform/app-token.ts';
import {
  answerHtml,
  answerJson,
  answerToken,
  BASE,
  errorOf,
  OWN_PAGE,
  PAGE,
  START_MS,
  startHarness,
  TOKEN_URL,
  type HarnessOptions,
} from '../harness.ts';

const LIST = '/api/points?page=2&perPage=100';

async function requestList(options: HarnessOptions, path = LIST) {
  const harness = startHarness(options);
  return { harness, answer: await harness.request(path) };
}

describe('GET /api/points', () => {
  it('the platform’s page is passed on with unknown fields, and can be cached', async () => {
    const { answer } = await requestList({});
    expect(await answer.json()).toEqual(PAGE);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('the platform gets the parameter names of the settings', async () => {
    const { harness } = await requestList({
      environment: { PLATFORM_PAGE_PARAMETER: 'p', PLATFORM_PER_PAGE_PARAMETER: 'size' },
    });
    expect(harness.calls[1]?.url).toBe(`${BASE}/location/v1/points?p=2&size=100`);
  });

  it('the platform gets the request’s id, so that both logs can be compared', async () => {
    const { request, calls } = startHarness();
    const { headers } = await request(LIST, { headers: { 'x-request-id': 'shop-request-1' } });
    const sent = calls.map((call) => call.headers.get('x-request-id'));
    expect([...sent, headers.get('x-request-id')]).toEqual(Array(3).fill('shop-request-1'));
  });

  it('the token has only the scope for points', async () => {
    const { harness } = await requestList({});
    const [form] = harness.tokenForms();
    expect([form?.get('grant_type'), form?.get('scope')]).toEqual(['client_credentials', 'api:points:read']);
    expect(harness.calls[1]?.headers.get('authorization')).toBe('Bearer access-1');
  });

  it('nothing of the caller’s request is sent to the platform', async () => {
    const { request, calls } = startHarness();
    await request(LIST, {
      headers: {
        ...OWN_PAGE,
        cookie: 'canary=1',
        authorization: 'Bearer canary',
        referer: 'https://canary.example',
      },
    });
    expect(calls).toHaveLength(2);
    for (const { headers, url, body } of calls) {
      expect(JSON.stringify([...headers]) + url + body).not.toContain('canary=1');
      expect(headers.get('authorization') ?? '').not.toContain('canary');
      expect(headers.has('cookie') || headers.has('referer') || headers.has('origin')).toBe(false);
    }
  });

  // RFC 9111 §4.1.
  it('two shops get the same answer, and neither gets a cookie', async () => {
    const { request } = startHarness();
    const fromShop = (shop: string) =>
      request(LIST, {
        headers: {
          cookie: `shop=${shop}`,
          referer: `https://${shop}.example/`,
          'x-request-id': 'same-request',
        },
      });
    const [a, b] = [await fromShop('a'), await fromShop('b')];
    expect([...a.headers]).toEqual([...b.headers]);
    expect(await a.text()).toBe(await b.text());
    expect(a.headers.has('set-cookie')).toBe(false);
  });

  // RFC 9700 §4.9.
  // Proves: security/anonymous-shoppers.
  it('no answer contains a token', async () => {
    const faults: HarnessOptions[] = [
      {},
      { api: [() => answerJson({ leak: 'access-1' }, 500)] },
      { api: [() => answerHtml(200)] },
      { api: [() => answerJson({ ...PAGE, count: 'access-1' })] },
      { token: [() => answerJson({ error: 'access-1 canary-secret-7f3a' }, 400)] },
      { token: [() => new Error('access-1 canary-secret-7f3a')] },
    ];
    for (const options of faults) {
      const { answer, harness } = await requestList(options);
      const everything =
        JSON.stringify([...answer.headers]) + (await answer.text()) + JSON.stringify(harness.logs);
      expect(everything).not.toContain('access-1');
      expect(everything).not.toContain('canary-secret');
    }
  });
});

describe('Paging parameters', () => {
  it.each([
    ['/api/points', 'page'],
    ['/api/points?page=1', 'perPage'],
    ['/api/points?page=0&perPage=10', 'page'],
    ['/api/points?page=1000001&perPage=10', 'page'],
    ['/api/points?page=01&perPage=10', 'page'],
    ['/api/points?page=1.0&perPage=10', 'page'],
    ['/api/points?page=1e3&perPage=10', 'page'],
    ['/api/points?page=-1&perPage=10', 'page'],
    ['/api/points?page=+1&perPage=10', 'page'],
    ['/api/points?page=1&page=2&perPage=10', 'page'],
    ['/api/points?page=1&perPage=501', 'perPage'],
    ['/api/points?page=1&perPage=', 'perPage'],
    ['/api/points?page=1&perPage=10&perPage=10', 'perPage'],
    ['/api/points?page=1%0d%0ahost:evil.example&perPage=10', 'page'],
    ['/api/points?page=https://evil.example&perPage=10', 'page'],
    ['/api/points?page=@evil.example&perPage=10', 'page'],
    ['/api/points?page=1&perPage=..%2f', 'perPage'],
  ])('parameters are refused: %s', async (path, parameter) => {
    const { answer, harness } = await requestList({}, path.replace(/ \(.*/, ''));
    const body = (await answer.json()) as { error: string; message: string };
    expect([answer.status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.message).toMatch(new RegExp(`\\b${parameter}\\b`));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(harness.calls).toEqual([]);
  });

  it.each([
    'page=1&perPage=1',
    'page=1000000&perPage=500',
    'page=1&perPage=10&sort=name&sort=id',
    'page=1&perPage=10&__proto__=1',
  ])('parameters are accepted, and others ignored: %s', async (query) => {
    const { answer } = await requestList({}, `/api/points?${query}`);
    expect(answer.status).toBe(200);
  });
});

describe('Token of the application', () => {
  /** A token endpoint that grants these tokens, for an hour each. */
  const endpointOf = (makeToken: () => Promise<string>) =>
    ({
      grantToClient: async () => ({
        accessToken: await makeToken(),
        expiresInSeconds: 3600,
        refreshToken: null,
        scope: null,
      }),
    }) as unknown as TokenEndpoint;

  // RFC 6749 §4.4, RFC 6750 §3.1.
  it('the token is requested once and used until shortly before it expires', async () => {
    const { request, clock, tokenForms } = startHarness();
    for (const minutes of [0, 30, 58.9]) {
      clock.nowMs += minutes * 60_000 - (clock.nowMs % 3_600_000);
      await request(LIST);
    }
    expect(tokenForms()).toHaveLength(1);
    clock.nowMs += 0.2 * 60_000;
    await request(LIST);
    expect(tokenForms()).toHaveLength(2);
  });

  it('a short-lived token is still used more than once', async () => {
    const { request, clock, tokenForms } = startHarness({ token: [() => answerToken({ expires_in: 20 })] });
    await request(LIST);
    clock.nowMs += 17_000;
    await request(LIST);
    expect(tokenForms()).toHaveLength(1);
    clock.nowMs += 1_000;
    await request(LIST);
    expect(tokenForms()).toHaveLength(2);
  });

  it('a token that the API refuses is dropped and requested again, once', async () => {
    const { answer, harness } = await requestList({
      token: [() => answerToken(), () => answerToken({ access_token: 'access-2' })],
      api: [() => answerJson({}, 401), () => answerJson(PAGE)],
    });
    expect(answer.status).toBe(200);
    const apiCalls = harness.calls.filter(({ url }) => url !== TOKEN_URL);
    expect(apiCalls.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer access-1',
      'Bearer access-2',
    ]);
  });

  it('a token refused twice is a fault, not a loop', async () => {
    const { answer, harness } = await requestList({ api: [() => answerJson({}, 401)] });
    expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
    expect(harness.calls).toHaveLength(4);
  });

  it('a token renewed by one request serves the others that were refused with the old one', async () => {
    let granted = 0;
    const tokenEndpoint = endpointOf(() => Promise.resolve(`access-${++granted}`));
    const appToken = createAppToken('api:points:read', () => START_MS);
    const [first, second] = [appToken.asBearer(tokenEndpoint), appToken.asBearer(tokenEndpoint)];
    expect([await first.read(), await second.read()]).toEqual(['access-1', 'access-1']);
    expect([await first.renew('access-1'), await second.renew('access-1')]).toEqual(['access-2', 'access-2']);
    expect(granted).toBe(2);
  });

  it('of forty requests that need a token, one requests it, at the start and after a refusal', async () => {
    let granted = 0;
    let isDown = false;
    let nowMs = START_MS;
    const tokenEndpoint = endpointOf(async () => {
      const accessToken = `access-${++granted}`;
      // All forty have requested it by now.
      await new Promise((resolve) => setImmediate(resolve));
      if (isDown) throw new AppError('unavailable', 'down');
      return accessToken;
    });
    const appToken = createAppToken('api:points:read', () => nowMs);
    const forty = (need: (bearer: Bearer) => Promise<string>) =>
      Promise.allSettled(Array.from({ length: 40 }, () => need(appToken.asBearer(tokenEndpoint))));
    const tokensOf = (outcomes: PromiseSettledResult<string>[]) =>
      new Set(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')));
    expect(tokensOf(await forty((bearer) => bearer.read()))).toEqual(new Set(['access-1']));
    expect(tokensOf(await forty((bearer) => bearer.renew('access-1')))).toEqual(new Set(['access-2']));
    expect(granted).toBe(2);
    isDown = true;
    nowMs += 9_999;
    expect(tokensOf(await forty((bearer) => bearer.renew('access-2')))).toEqual(new Set(['access-2']));
    nowMs += 1;
    expect(tokensOf(await forty((bearer) => bearer.renew('access-2')))).toEqual(new Set(['failed']));
    expect(granted).toBe(3);
    // A later request succeeds.
    isDown = false;
    expect(tokensOf(await forty((bearer) => bearer.read()))).toEqual(new Set(['access-4']));
  });

  it('the token is requested again if the edge has ended the request that was fetching it', async () => {
    let nowMs = START_MS;
    let requested = 0;
    const tokenEndpoint = endpointOf(() =>
      ++requested === 1 ? new Promise<string>(() => undefined) : Promise.resolve('access-2'),
    );
    const bearer = createAppToken('api:points:read', () => nowMs).asBearer(tokenEndpoint);
    void bearer.read();
    const second = bearer.read();
    nowMs += 11_000;
    expect(await second).toBe('access-2');
    expect(requested).toBe(2);
  });

  // RFC 6749 §3.3, §5.1.
  it('a token without the requested scope isn’t used', async () => {
    const { answer, harness } = await requestList({
      token: [() => answerToken({ scope: 'api:tracking:read' })],
    });
    expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
    expect(harness.logs[0]?.detail).toBe('scope_missing: api:points:read');
  });

  it('a token without a named scope counts as having the requested one', async () => {
    const { answer } = await requestList({ token: [() => answerToken({ scope: undefined })] });
    expect(answer.status).toBe(200);
  });

  it('a token refused with invalid_grant doesn’t end a session', async () => {
    const { answer, harness } = await requestList({
      token: [() => answerJson({ error: 'invalid_grant' }, 400)],
    });
    expect(harness.logs[0]?.detail).toBe('login_failed: invalid_grant');
    expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
    expect(answer.headers.has('set-cookie')).toBe(false);
  });
});

describe('Faults of the platform’s list', () => {
  it.each([
    ['HTML with 200', () => answerHtml(200), 502],
    ['a page without items', () => answerJson({ count: 1, page: 1, perPage: 1, totalPages: 1 }), 502],
    ['a redirect', () => answerHtml(302, { location: 'https://evil.example' }), 502],
    ['403', () => answerJson({}, 403), 502],
    ['404, about the page asked for', () => answerJson({}, 404), 400],
    ['422, about the page asked for', () => answerJson({}, 422), 400],
    ['500', () => answerHtml(500), 503],
    ['429', () => answerJson({}, 429, { 'retry-after': '9' }), 503],
    ['no connection', () => new TypeError('fetch failed'), 503],
  ])('a fault of the platform becomes our refusal: %s', async (_what, api, status) => {
    const { answer, harness } = await requestList({ api: [api] });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('retry-after')).toBe(status === 503);
    const body = (await answer.json()) as { message?: string };
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['error', 'request_id']));
    expect(body.message).toBe(status === 400 ? 'The platform refused this page.' : undefined);
    expect(harness.calls.filter(({ url }) => url !== TOKEN_URL)).toHaveLength(1);
  });
});
