import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { like, makeShipment } from '../sandbox/carrier-client.ts';
import { settingsOf, startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { CODE_FORM, cookieOf, OWN_PAGE, REFRESH_FORM, startHarness } from './harness.ts';
import { walkLogin } from './walk-login.ts';

const { client_id, redirect_uri } = CODE_FORM;
const CLIENT = {
  APP_ORIGIN: OWN_PAGE.origin,
  PLATFORM_CLIENT_ID: client_id,
  PLATFORM_CLIENT_SECRET: 'canary-secret-of-the-sandbox-0123456789',
};

const sandbox = await startSmallSandbox({ ...CLIENT, SANDBOX_POINTS: '300', SANDBOX_BASIC: 'plain' });
afterAll(() => sandbox.close());
beforeEach(() => switchFaults(sandbox, []));

function startApp(changes: Record<string, string> = {}) {
  const environment = { ...settingsOf(sandbox.addresses), ...CLIENT, ...changes };
  const harness = startHarness({ environment, fetch });
  harness.clock.nowMs = Date.now();
  return harness;
}

const obtainCode = () => walkLogin(sandbox.addresses.account, client_id, redirect_uri);

async function obtainLogin(app = startApp()) {
  const { code, code_verifier } = await obtainCode();
  const form = { ...CODE_FORM, code, code_verifier };
  const answer = await app.requestToken(form);
  return { ...app, form, answer, cookie: cookieOf(answer) };
}

const FORCE = { 'x-token-refresh': 'force' };

describe('The function against the sandbox platform', () => {
  it('a broker logs in, reloads, refreshes, and can’t use a refresh token twice', async () => {
    const { answer, requestToken, cookie, clock } = await obtainLogin();
    expect(answer.status).toBe(200);
    const token = (await answer.json()) as Record<string, unknown>;
    expect(Object.keys(token).sort()).toEqual([
      'access_token',
      'account',
      'expires_in',
      'scope',
      'token_type',
    ]);
    expect(token['account']).toEqual({ id: 'broker@example.com', name: 'broker@example.com' });
    expect(String(token['scope']).split(' ').sort()).toEqual([
      'api:points:read',
      'api:shipments:write',
      'openid',
    ]);

    const reload = (await (await requestToken(REFRESH_FORM, { cookie })).json()) as Record<string, unknown>;
    expect(reload['access_token']).toBe(token['access_token']);

    const refreshed = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(refreshed.status).toBe(200);
    expect(((await refreshed.json()) as Record<string, unknown>)['access_token']).not.toBe(
      token['access_token'],
    );

    clock.nowMs += 31_000;
    const again = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect([again.status, await again.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    expect(again.headers.has('set-cookie')).toBe(false);
  });

  // RFC 9700 §4.14.2.
  it('two replicas refreshing one cookie at once keep a working session, or refuse in a way that leads to a login', async () => {
    const SESSION_KEYS = `a:${randomBytes(32).toString('base64url')}`;
    const replicas = [startApp({ SESSION_KEYS }), startApp({ SESSION_KEYS })] as const;
    const { cookie } = await obtainLogin(replicas[0]);
    const answers = await Promise.all(
      replicas.flatMap(({ requestToken }) =>
        [1, 2].map(() => requestToken(REFRESH_FORM, { cookie, ...FORCE })),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.length).toBeGreaterThan(0);
    for (const answer of answers) {
      expect([200, 400]).toContain(answer.status);
      // A refusal doesn't clear the cookie: the winner's cookie may already be stored.
      expect(answer.headers.has('set-cookie')).toBe(answer.status === 200);
    }
    // This platform revokes the family of a refresh token that is used twice; each replica passes that refusal on at the next
    // request, without delay.
    for (const { requestToken } of replicas) {
      const next = await requestToken(REFRESH_FORM, { cookie: cookieOf(winners[0]!), ...FORCE });
      const { error } = (await next.json()) as { error?: string };
      expect([next.status, error]).toEqual(next.status === 200 ? [200, undefined] : [400, 'invalid_grant']);
    }
  });

  // RFC 7636 §4.6.
  it('a code with a wrong verifier is refused', async () => {
    const { requestToken } = startApp();
    const { code } = await obtainCode();
    const answer = await requestToken({ ...CODE_FORM, code, code_verifier: 'w'.repeat(43) });
    expect([answer.status, cookieOf(answer)]).toEqual([400, '']);
  });

  // RFC 6749 §4.1.2.
  it('a code used twice is refused', async () => {
    const { requestToken, form } = await obtainLogin();
    expect((await requestToken(form)).status).toBe(400);
  });

  // RFC 6749 §2.3.
  it.each(['form', 'basic'])('a client can authenticate by %s', async (method) => {
    const app = startApp({ PLATFORM_CLIENT_AUTH: method });
    const { answer } = await obtainLogin(app);
    expect(answer.status).toBe(200);
    expect((await app.request('/api/points?page=1&perPage=25')).status).toBe(200);
  });

  // RFC 6749 §5.2.
  it('the log names a wrong client secret as our own fault', async () => {
    const { request, logs } = startApp({ PLATFORM_CLIENT_SECRET: 'canary-wrong' });
    expect((await request('/api/points?page=1&perPage=25')).status).toBe(502);
    expect(logs[0]?.detail).toMatch(/^login_failed/);
    expect(JSON.stringify(logs)).not.toContain('canary');
  });

  it('shoppers get every point, page by page', async () => {
    const { request } = startApp();
    const ids = new Set<string>();
    for (let page = 1; page <= 3; page++) {
      const answer = await request(`/api/points?page=${page}&perPage=100`);
      const body = (await answer.json()) as { totalPages: number; items: { id: string }[] };
      expect([answer.status, body.totalPages]).toEqual([200, 3]);
      for (const { id } of body.items) ids.add(id);
    }
    expect(ids.size).toBe(300);
  });

  // RFC 6749 §4.4, RFC 6750 §3.1.
  it('an app token that was revoked is requested again', async () => {
    const { request } = startApp();
    await request('/api/points?page=1&perPage=25');
    await fetch(`${sandbox.addresses.base}/__sandbox/expire-tokens`, { method: 'POST' });
    expect((await request('/api/points?page=2&perPage=25')).status).toBe(200);
  });

  it('a broker lists points and sends a parcel through the relay', async () => {
    const { request, answer, cookie } = await obtainLogin();
    const { access_token } = (await answer.json()) as { access_token: string };
    const headers = { ...OWN_PAGE, cookie, authorization: `Bearer ${access_token}` };
    const list = await request('/api/platform/location/v1/points?page=1&perPage=25', { headers });
    const { items } = (await list.json()) as { items: { id: string }[] };
    expect([list.status, items.length]).toEqual([200, 25]);
    const shipment = await request('/api/platform/shipping/v2/organizations/42/shipments', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-request-id': 'parcel-0001' },
      body: JSON.stringify(makeShipment(items[0]!.id)),
    });
    expect([shipment.status, shipment.headers.get('x-request-id')]).toEqual([201, 'parcel-0001']);
    expect(await shipment.json()).toMatchObject({ trackingNumber: like(/^\d{24}$/) });
  });

  it.each([
    [[{ kind: 'answer', status: 200, as: 'html' }], 502],
    [[{ kind: 'answer', status: 502, as: 'html' }], 503],
    [[{ kind: 'answer', status: 429, as: 'json', headers: { 'Retry-After': '7' } }], 503],
    [[{ kind: 'redirect' }], 502],
    [[{ kind: 'close' }], 503],
    [[{ kind: 'truncate' }], 502],
  ])('a fault like %j has the status %d on every route', async (faults, status) => {
    const { request, requestToken, cookie } = await obtainLogin();
    await request('/api/points?page=1&perPage=25');
    await switchFaults(sandbox, faults);
    const answers = [
      await requestToken(REFRESH_FORM, { cookie, ...FORCE }),
      await request('/api/points?page=3&perPage=25'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    for (const answer of answers) expect(answer.headers.has('set-cookie')).toBe(false);
    const { recent } = (await (await fetch(`${sandbox.addresses.base}/__sandbox/requests`)).json()) as {
      recent: { path: string }[];
    };
    expect(recent.some(({ path }) => path === '/redirected')).toBe(false);
  });
});
