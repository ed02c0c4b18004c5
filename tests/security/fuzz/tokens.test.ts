import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { checkCallback, chooseReturnPath, DEFAULT_RETURN_PATH } from '../../../src/lib/login/authorize.ts';
import { createTokenFacade } from '../../../src/lib/login/token-facade.ts';
import {
  CANARY_SECRET,
  CODE_FORM,
  cookieOf,
  ORIGIN,
  REFRESH_FORM,
  startHarness,
  TOKEN_ANSWER,
} from '../../functions/harness.ts';
import { loginSettingsAt } from '../../unit/login/login-settings.ts';
import { damage, hostileValues, oneOf, spoil, words, writeObject } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const WITHOUT_BODY = new Set([204, 205, 304]);
const bodies = oneOf(
  [4, spoil(TOKEN_ANSWER)],
  [1, spoil({ error: 'invalid_grant', error_description: CANARY_SECRET })],
  [1, damage(JSON.stringify(TOKEN_ANSWER))],
  [1, hostileValues],
);
const answers = fc
  .record({
    status: oneOf(
      [3, fc.constant(200)],
      [1, fc.constantFrom(201, 204, 205, 301, 304, 307, 400, 401, 403, 404, 418, 429, 500, 503)],
    ),
    body: bodies,
    type: oneOf(
      [4, fc.constant('application/json')],
      [1, fc.constantFrom('text/html', 'application/jwt', '', 'application/json; charset=x')],
    ),
    further: fc.constantFrom(
      {},
      { 'retry-after': '-1' },
      { 'retry-after': '1e99' },
      { location: 'https://evil.example/' },
      { 'www-authenticate': 'Basic realm="<script>"' },
      { 'www-authenticate': ',,,=' },
      { 'set-cookie': '__Host-droppoint-session=x' },
    ),
  })
  .map(
    ({ status, body, type, further }) =>
      new Response(WITHOUT_BODY.has(status) ? null : body, {
        status,
        headers: { 'content-type': type, ...(further as Record<string, string>) },
      }),
  );

describe('Fuzzing: token answers of the platform', PATIENCE, () => {
  it('hostile token answers become a token, or one of three refusals that quote nothing', async () => {
    let next: Response;
    let granted = 0;
    const { requestToken, logs, calls } = startHarness({ token: [() => next] });
    await sendThrough('token answers, at the function', answers, async (answer) => {
      next = answer;
      const reply = await requestToken(CODE_FORM);
      const text = await reply.text();
      const body = JSON.parse(text) as Record<string, unknown>;
      expect([200, 400, 502, 503]).toContain(reply.status);
      if (reply.status === 200) {
        granted++;
        expect(Object.keys(body).filter((name) => !ANSWERED.includes(name))).toEqual([]);
        expect(body['expires_in']).toSatisfy((seconds) => Number.isInteger(seconds) && Number(seconds) >= 0);
      } else {
        expect(Object.keys(body)).toEqual(['error', 'request_id']);
        expect(reply.headers.has('set-cookie')).toBe(false);
      }
      expect(text + JSON.stringify(logs)).not.toContain(CANARY_SECRET);
      expect(reply.headers.get('set-cookie') ?? '').not.toMatch(/session=x|[\r\n]/);
      logs.length = calls.length = 0;
    });
    expect(granted).toBeGreaterThan(INPUTS / 30);
  });
});

describe('Fuzzing: token answers with a few bad values', PATIENCE, () => {
  const lifetimes = fc.oneof(
    fc.constantFrom(
      ...words(`1e306 1e400 -1 0 -0 0.5 1 9007199254740993 31536001 1e9 null [] {} true 1e-400
        "3600" "1e306" "10abc" "00000000060" "-1" "Infinity"`),
      '" 60"',
    ),
    fc.double().map((value) => JSON.stringify(value)),
  );
  /** A text with a character inserted that no token has, or many characters. */
  const texts = fc
    .tuple(
      fc.nat(8),
      fc.oneof(
        fc.constantFrom(
          ...['\r\n', '\n', '\t', '\0', '\u007f', '\u0085', '\u2028', '\ufeff', '\ud800'],
          ...['ą', ' ', ';', '"', ''],
        ),
        fc.constantFrom('', '-', '.~', 'a'.repeat(300), 'a'.repeat(16_000), '='.repeat(16_000)),
      ),
    )
    .map(([at, more]) => JSON.stringify('access-1'.slice(0, at) + more + 'access-1'.slice(at)));
  const fields = fc.oneof(
    fc.record({ expires_in: lifetimes }),
    ...['access_token', 'refresh_token', 'scope'].map((name) => fc.record({ [name]: texts })),
    fc.record({ access_token: texts, refresh_token: texts, scope: texts, expires_in: lifetimes }),
  );
  const MAX_SECONDS = 365 * 24 * 3600;

  // RFC 6750 §2.1, RFC 6749 appendix A, OpenID Connect Core §2.
  it('an answer is refused, or becomes a token fit for headers and a session that the next request finds', async () => {
    let next = '';
    const answerJsonText = () => new Response(next, { headers: { 'content-type': 'application/json' } });
    const { requestToken, logs, calls, tokenForms } = startHarness({ token: [answerJsonText] });
    const sound = Object.entries(TOKEN_ANSWER).map(([name, value]) => [name, JSON.stringify(value)] as const);
    const write = (changes: object) =>
      writeObject(Object.entries({ ...Object.fromEntries(sound), ...changes }));
    let sessions = 0;
    await sendThrough('values of token answers', fields, async (changes) => {
      next = write(changes);
      const reply = await requestToken(CODE_FORM);
      expect([200, 502]).toContain(reply.status);
      if (reply.status === 200) {
        const body = (await reply.json()) as typeof TOKEN_ANSWER;
        expect(body.access_token).toMatch(/^[\w.~+/=-]{1,16000}$/);
        expect(body.expires_in).toBeGreaterThanOrEqual(0);
        expect(body.expires_in).toBeLessThanOrEqual(MAX_SECONDS);
        // A session too long for a cookie has none.
        const cookie = cookieOf(reply);
        if (cookie !== '') {
          expect(cookie).toMatch(/^[!-~]+$/);
          const { refresh_token: sealed } = JSON.parse(next) as typeof TOKEN_ANSWER;
          expect(sealed).toMatch(/^[ -~]{1,16000}$/);
          next = write({});
          const again = await requestToken(REFRESH_FORM, { cookie, 'x-token-refresh': 'force' });
          expect([again.status, tokenForms().at(-1)!.get('refresh_token')]).toEqual([200, sealed]);
          sessions++;
        }
      }
      logs.length = calls.length = 0;
    });
    expect(sessions).toBeGreaterThan(INPUTS / 20);
  });
});

const ANSWERED = ['access_token', 'token_type', 'expires_in', 'scope', 'account'];

const settings = loginSettingsAt(ORIGIN);

describe('Fuzzing: login in the browser', PATIENCE, () => {
  afterEach(() => vi.unstubAllGlobals());

  it('hostile token answers become a token with an end, or an error with a code', async () => {
    let next: Response;
    vi.stubGlobal('fetch', () => Promise.resolve(next));
    const endpoint = createTokenFacade(settings, ORIGIN);
    await sendThrough('token answers, in the browser', answers, async (answer) => {
      next = answer;
      try {
        const grant = await endpoint.refresh(false);
        expect(grant.accessToken).toMatch(/./);
        expect(Number.isFinite(grant.expiresInSeconds)).toBe(true);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.message).not.toContain('globalThis');
      }
    });
  });

  it('hostile callbacks exchange nothing that isn’t of this login', async () => {
    const state = 's'.repeat(43);
    const stored = JSON.stringify({ state, codeVerifier: 'v'.repeat(43), returnTo: '/', startedAtMs: 0 });
    const names = fc.constantFrom(...words('code state iss error response access_token __proto__ id_token'));
    const values = fc.oneof(fc.constantFrom(state, settings.issuer, 'c', ''), fc.string({ maxLength: 8 }));
    const queries = fc.array(fc.tuple(names, values), { maxLength: 5 });
    await sendThrough('callbacks', queries, (query) => {
      const storage = { getItem: () => stored, removeItem: () => undefined } as unknown as Storage;
      try {
        const { parameters } = checkCallback(new URLSearchParams(query), settings, storage, 1);
        expect(query.filter(([name]) => name === 'state')).toEqual([['state', state]]);
        expect(
          query.filter(([name, value]) => name === 'error' || (name === 'response' && value !== '')),
        ).toEqual([]);
        expect(parameters.getAll('code')).toHaveLength(1);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    });
  });

  it('hostile return paths lead only into the app', async () => {
    const parts = fc.constantFrom(...words('/ \\ // evil.example @ : javascript: %2f . a ? #'), '\t', '\n');
    const ways = fc.oneof(
      fc.array(parts, { maxLength: 6 }).map((list) => list.join('')),
      fc.webUrl(),
      fc.string(),
    );
    await sendThrough('ways back', ways, (expected) => {
      const path = chooseReturnPath(expected, ORIGIN);
      expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
      expect(path === DEFAULT_RETURN_PATH || /^\/(?![/\\])/.test(path)).toBe(true);
    });
  });
});

/** Headers of a sealed session (JWE): the function's own, other ones, and invalid ones. */
const SEAL_HEADERS = [
  '{"alg":"dir","enc":"A256GCM","kid":"new"}',
  '{"alg":"dir","enc":"A256GCM","kid":"new","zip":"DEF"}',
  '{"alg":"dir","enc":"A256GCM","kid":"__proto__"}',
  '{"alg":"none","kid":"new"}',
  '{"alg":"PBES2-HS256+A128KW","enc":"A256GCM","kid":"new","p2c":2147483647,"p2s":"AAAA"}',
  'null',
  '{',
].map((text) => Buffer.from(text).toString('base64url'));

describe('Fuzzing: token requests', PATIENCE, () => {
  const { requestToken, calls, logs } = startHarness();

  it('hostile token requests reach the platform only as the two valid grants', async () => {
    const names = fc.constantFrom(
      ...Object.keys(CODE_FORM),
      ...words('scope refresh_token client_secret __proto__'),
    );
    const values = fc.oneof(
      fc.constantFrom(...Object.values(CODE_FORM), 'refresh_token'),
      fc.string({ maxLength: 8 }),
    );
    const encode = (pairs: [string, string][]) => new URLSearchParams(pairs).toString();
    const forms = fc.oneof(
      fc.array(fc.tuple(names, values), { maxLength: 7 }).map(encode),
      fc
        .array(fc.tuple(names, values), { maxLength: 2 })
        .map((more) => encode([...Object.entries(CODE_FORM), ...more])),
      damage(new URLSearchParams(CODE_FORM).toString()),
    );
    await sendThrough('token requests', forms, async (form) => {
      const { status } = await requestToken(form);
      expect([200, 400, 413]).toContain(status);
      for (const { body } of calls) {
        const sent = Object.fromEntries(new URLSearchParams(body));
        expect(sent).toEqual({
          ...CODE_FORM,
          code: sent['code'],
          code_verifier: sent['code_verifier'],
          client_secret: CANARY_SECRET,
        });
      }
      logs.length = calls.length = 0;
    });
  });

  it('invented cookies open no session', async () => {
    const sealed = fc.oneof(
      fc
        .tuple(
          fc.constantFrom(...SEAL_HEADERS),
          fc.constantFrom('', 'AAAA'),
          fc.constantFrom('AAAAAAAAAAAAAAAA', 'AAAA', ''),
          fc.base64String({ maxLength: 80 }).map((text) => text.replace(/=+$/, '')),
          fc.constantFrom('AAAAAAAAAAAAAAAAAAAAAA', ''),
        )
        .map((parts) => parts.join('.')),
      fc.stringMatching(/^[!-~]{0,40}$/),
    );
    await sendThrough('session cookies', sealed, async (value) => {
      const answer = await requestToken(REFRESH_FORM, { cookie: `__Host-droppoint-session=${value}` });
      expect([answer.status, calls.length]).toEqual([400, 0]);
      logs.length = 0;
    });
  });
});
