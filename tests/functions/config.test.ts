import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../functions/config.ts';
import { AppError } from '#platform/errors.ts';
import { CANARY_SECRET, ENVIRONMENT } from './harness.ts';

function problemsOf(changes: Record<string, string>): readonly string[] {
  try {
    parseSettings({ ...ENVIRONMENT, ...changes });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('settings_invalid');
    expect((error as AppError).message).toBe((error as AppError).problems.join('\n'));
    return (error as AppError).problems;
  }
}

const NAMES = 'entry 1 must be id:key, the id 1 to 16 letters, digits, "_" or "-".';

describe('Settings of the function', () => {
  it('all missing keys are named at once', () => {
    const text = (() => {
      try {
        parseSettings({});
        return '';
      } catch (error) {
        return (error as AppError).message;
      }
    })();
    for (const key of [
      'PLATFORM_BASE_URL',
      'PLATFORM_AUTH_URL',
      'PLATFORM_ACCOUNT_URL',
      'PLATFORM_CLIENT_ID',
      'PLATFORM_CLIENT_SECRET',
      'APP_ORIGIN',
      'SESSION_KEYS',
    ]) {
      expect(text).toMatch(new RegExp(`^${key} `, 'm'));
    }
    expect(text.split('\n')).toHaveLength(7);
  });

  it('defaults follow the platform’s document', () => {
    const settings = parseSettings(ENVIRONMENT);
    expect(settings).toMatchObject({
      issuer: 'https://account.platform.example',
      clientAuth: 'form',
      basicEncoding: 'plain',
      calls: 'relay',
      paging: { page: 'page', perPage: 'perPage' },
      pointsScope: 'api:points:read',
      sessionMaxAgeSeconds: 43_200,
      embedOrigins: [],
      trustedProxyHeader: null,
      rateLimits: true,
    });
    expect(settings.scope.split(' ')).toHaveLength(9);
    expect(settings.scope).toMatch(/^openid /);
  });

  // RFC 9700 §2.6.
  it.each(['PLATFORM_BASE_URL', 'PLATFORM_AUTH_URL', 'PLATFORM_ACCOUNT_URL', 'APP_ORIGIN'])(
    'plain http is refused in %s',
    (key) => {
      expect(problemsOf({ [key]: 'http://api.example' })).toEqual([
        `${key} must begin with https:// (http:// is only allowed for this machine).`,
      ]);
      expect(problemsOf({ [key]: 'http://127.0.0.1:8080' })).toEqual([]);
    },
  );

  it.each([
    'https://points.example/',
    'https://points.example/app',
    'points.example',
    'null',
    'capacitor://a/b',
  ])('%s is refused as an origin', (value) => {
    expect(problemsOf({ APP_ORIGIN: value })).toHaveLength(1);
    expect(problemsOf({ EMBED_ORIGINS: `https://shop.example, ${value}` })).toHaveLength(1);
  });

  // CSP 3 §6.4.2.
  it.each([
    '*',
    '*.shop.example',
    'shop.*',
    "shop.example;script-src'self'",
    "'self'",
    '"',
    '$',
    'a..b',
    '{a}',
  ])('an origin is refused if a policy would read its host differently: %s', (host) => {
    expect(problemsOf({ EMBED_ORIGINS: `https://shop.example https://${host}` })).toEqual([
      expect.stringMatching(/^EMBED_ORIGINS must be an origin like https:\/\/shop\.example/),
    ]);
  });

  it.each([
    'https://shop.example.',
    'https://my_shop.example:8443',
    'https://xn--4ca.example',
    'http://[::1]:3000',
    // Apps' pages on iOS, to which `URL` gives no origin.
    'capacitor://localhost',
    'ionic://app.fern',
  ])('%s is accepted as an origin', (value) => {
    expect(problemsOf({ EMBED_ORIGINS: value })).toEqual([]);
  });

  it('an app’s scheme is accepted only where pages may be framed, and only those of Capacitor and Ionic', () => {
    expect(problemsOf({ APP_ORIGIN: 'capacitor://localhost' })).toHaveLength(1);
    for (const value of ['file://', 'myapp://localhost', 'capacitor://*', 'capacitor://a;b', 'ionic://'])
      expect(problemsOf({ EMBED_ORIGINS: value })).toHaveLength(1);
  });

  // RFC 9700 §2.1.
  it('an address to return a choice to is refused if it isn’t exact, and each problem is said once', () => {
    expect(problemsOf({ CHOOSE_RETURNS: 'https://shop.example/point com.fern.shop:/point' })).toEqual([]);
    expect(
      problemsOf({ CHOOSE_RETURNS: 'https://*.shop.example/ https://b.example/# javascript:x' }),
    ).toEqual([
      'CHOOSE_RETURNS must be addresses without spaces, commas, ";", "\\", "*" or "#".',
      'CHOOSE_RETURNS can’t contain an address that begins with javascript:.',
    ]);
  });

  it('a list entry that would inject a directive into the policy is refused', () => {
    expect(problemsOf({ EMBED_ORIGINS: "https://shop.example;script-src 'unsafe-inline'" })).not.toEqual([]);
  });

  it.each([
    ['no key', 'a:', 'entry 1 must contain 32 bytes as base64url after the colon.'],
    ['a short key', 'a:AAAA', 'entry 1 must contain 32 bytes as base64url after the colon.'],
    ['a long key', `a:${'A'.repeat(44)}`, 'entry 1 must contain 32 bytes as base64url after the colon.'],
    [
      'a character before the key',
      `a:+${'A'.repeat(43)}`,
      'entry 1 must contain 32 bytes as base64url after the colon.',
    ],
    [
      'a character after the key',
      `a:${'A'.repeat(43)}=`,
      'entry 1 must contain 32 bytes as base64url after the colon.',
    ],
    ['plain base64', `a:${'A'.repeat(40)}+/A`, 'entry 1 must contain 32 bytes as base64url after the colon.'],
    [
      'a bad second one',
      `a:${'A'.repeat(43)},b:AAAA`,
      'entry 2 must contain 32 bytes as base64url after the colon.',
    ],
    ['no name', `:${'A'.repeat(43)}`, NAMES],
    ['a name with a dot', `a.b:${'A'.repeat(43)}`, NAMES],
    ['something after the key', `a:${'A'.repeat(43)}:b`, NAMES],
    ['two keys of one name', `a:${'A'.repeat(43)},a:${'B'.repeat(42)}A`, 'has two keys named "a".'],
  ])('session keys with %s are refused without being quoted', (_what, value, sentence) => {
    expect(problemsOf({ SESSION_KEYS: value })).toEqual([`SESSION_KEYS ${sentence}`]);
  });

  const written = parseEnv(readFileSync('.env.example', 'utf8'));
  const published = ['SESSION_KEYS', 'PLATFORM_CLIENT_SECRET'].map(
    (key) => [key, written[key] ?? ''] as const,
  );
  const LOCAL = {
    APP_ORIGIN: 'http://localhost:3000',
    PLATFORM_BASE_URL: 'http://127.0.0.1:3001',
    PLATFORM_AUTH_URL: 'http://127.0.0.1:3002',
    PLATFORM_ACCOUNT_URL: 'http://127.0.0.1:3003',
  };

  it.each(published)(
    'the sandbox’s %s is refused away from this machine, and accepted on it',
    (key, value) => {
      const [problem, ...more] = problemsOf({ [key]: value });
      expect(problem).toMatch(new RegExp(`^${key} .*\\.env\\.example`));
      expect(problem).not.toContain(value.replace(/^.*:/, ''));
      expect(more).toEqual([]);
      for (const outside of Object.keys(LOCAL)) {
        const rest = Object.entries(LOCAL).filter(([name]) => name !== outside);
        expect(problemsOf({ ...Object.fromEntries(rest), [key]: value }), outside).toHaveLength(1);
      }
      expect(problemsOf({ ...LOCAL, [key]: value })).toEqual([]);
    },
  );

  it('the sandbox’s key is refused in its other spellings and beside other keys', () => {
    const key = (written['SESSION_KEYS'] ?? '').replace(/^.*:/, '');
    expect(key).toMatch(/A$/);
    for (const last of ['B', 'C', 'D']) {
      const spelling = `new:${'A'.repeat(43)} old:${key.slice(0, -1)}${last}`;
      expect(problemsOf({ SESSION_KEYS: spelling })).toHaveLength(1);
    }
  });

  it('return-link secrets need a minimum length and an organization, and must not be the public ones', () => {
    const PLATFORM_ORGANIZATION_ID = 'org-1';
    const known = /^#RETURN_LINK_SECRETS=(.*)$/m.exec(readFileSync('.env.example', 'utf8'))![1]!;
    const [one, other] = ['1', '2'].map((each) => each.repeat(32));
    expect(problemsOf({ PLATFORM_ORGANIZATION_ID, RETURN_LINK_SECRETS: `${one}, ${other}` })).toEqual([]);
    for (const apart of [{ PLATFORM_ORGANIZATION_ID }, { RETURN_LINK_SECRETS: one! }])
      expect(problemsOf(apart)).toEqual([
        'Set both PLATFORM_ORGANIZATION_ID and RETURN_LINK_SECRETS, or neither.',
      ]);
    expect(problemsOf({ PLATFORM_ORGANIZATION_ID, RETURN_LINK_SECRETS: `${one} short` })).toContain(
      'RETURN_LINK_SECRETS must contain secrets of at least 32 characters each.',
    );
    expect(problemsOf({ PLATFORM_ORGANIZATION_ID: 'a/b', RETURN_LINK_SECRETS: one! })[0]).toMatch(
      /^PLATFORM_ORGANIZATION_ID must be an ID/,
    );
    const published = { PLATFORM_ORGANIZATION_ID, RETURN_LINK_SECRETS: `${one} ${known}` };
    expect(problemsOf(published)).toEqual([expect.stringMatching(/^RETURN_LINK_SECRETS .*\.env\.example/)]);
    expect(problemsOf({ ...LOCAL, ...published })).toEqual([]);
  });

  it('secrets of point links belong to one shop each, which may have several', () => {
    const known = /^#POINT_LINK_SECRETS=(.*)$/m.exec(readFileSync('.env.example', 'utf8'))![1]!;
    const [one = '', other = ''] = ['1', '2'].map((each) => each.repeat(32));
    const read = (POINT_LINK_SECRETS: string) => problemsOf({ POINT_LINK_SECRETS });
    expect(read(`fern:${one}, fern:${other} kiln:${'3'.repeat(32)}`)).toEqual([]);
    for (const wrong of [
      one,
      `fern:${'1'.repeat(31)}`,
      `:${one}`,
      `fern kiln:${one}`,
      `fern:${one} ${other}`,
    ])
      expect(read(wrong)).toEqual([
        'POINT_LINK_SECRETS must contain secrets by shop, each with a shop’s name, a colon and at least 32 characters, like fern:….',
      ]);
    expect(read(`fern:${one} kiln:${one}`)).toEqual([
      'POINT_LINK_SECRETS has the same secret for several shops: make one for each.',
    ]);
    for (const spelling of [known, known.replace('fern', 'kiln')]) {
      expect(read(spelling)).toEqual([expect.stringMatching(/^POINT_LINK_SECRETS .*\.env\.example/)]);
      expect(problemsOf({ ...LOCAL, POINT_LINK_SECRETS: spelling })).toEqual([]);
    }
  });

  it('several session keys are read, newest first', () => {
    const { sessionKeys } = parseSettings({
      ...ENVIRONMENT,
      SESSION_KEYS: `b:${'A'.repeat(43)} , a:${'B'.repeat(42)}A`,
    });
    expect(sessionKeys.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it.each([
    ['PLATFORM_CLIENT_AUTH', 'both'],
    ['PLATFORM_BASIC', 'encoded'],
    ['PLATFORM_CALLS', 'proxy'],
    ['RATE_LIMITS', 'no'],
    ['PARCEL_COLLECT_DAYS', 'APM'],
    ['PARCEL_COLLECT_DAYS', 'APM:0 PUDO:7'],
    ['PARCEL_COLLECT_DAYS', 'PUDO:61'],
    ['PARCEL_COLLECT_DAYS', 'APM:2 APM:3'],
    ['SESSION_MAX_AGE_SECONDS', '10abc'],
    ['SESSION_MAX_AGE_SECONDS', '5'],
  ])('%s=%s is refused', (key, value) => {
    const problems = problemsOf({ [key]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(key);
  });

  it('a client id that a plain Basic header can’t carry is refused', () => {
    expect(problemsOf({ PLATFORM_CLIENT_ID: 'a:b' })).toHaveLength(1);
    expect(problemsOf({ PLATFORM_CLIENT_ID: 'a:b', PLATFORM_BASIC: 'rfc6749' })).toEqual([]);
  });

  it('no message quotes the secret', () => {
    const problems = problemsOf({ PLATFORM_BASE_URL: '', APP_ORIGIN: '', PLATFORM_BASIC: CANARY_SECRET });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain(CANARY_SECRET);
  });
});
