import { describe, expect, it } from 'vitest';
import { parseSandboxSettings, SandboxStartError } from '../../sandbox/settings.ts';

describe('Settings of the sandbox', () => {
  it('all have defaults, and an empty value counts as absent', () => {
    expect(parseSandboxSettings({ SANDBOX_PORT: '' })).toEqual({
      port: 3001,
      clientId: 'droppoint-sandbox',
      clientSecret: 'sandbox-secret-not-for-production-0123456789',
      appOrigins: ['http://localhost:3000'],
      basic: 'both',
      rotateRefresh: true,
      accessTokenSeconds: 300,
      refreshTokenSeconds: 86_400,
      codeSeconds: 60,
      maxPerPage: 500,
      points: 153_600,
      seed: 1,
      dataFile: undefined,
      daySeconds: 60,
      webhookSigned: 'body',
      webhookPrefix: 'x-carrier-',
      faults: [],
    });
  });

  it('pushing events requires a signing key', () => {
    const url = { SANDBOX_WEBHOOK_URL: 'http://localhost:3000/events' };
    expect(() => parseSandboxSettings(url)).toThrow('needs SANDBOX_WEBHOOK_SECRET or SANDBOX_WEBHOOK_KEY');
    expect(parseSandboxSettings({ ...url, SANDBOX_WEBHOOK_SECRET: 's' })).toMatchObject({
      webhookSecret: 's',
    });
  });

  it('accept several app origins, with or without a trailing slash', () => {
    const settings = parseSandboxSettings({ APP_ORIGIN: 'https://shop.example, http://localhost:5173/' });
    expect(settings.appOrigins).toEqual(['https://shop.example', 'http://localhost:5173']);
  });

  it('one error names every invalid key', () => {
    const bad = {
      SANDBOX_PORT: 'eighty',
      APP_ORIGIN: 'http://localhost:3000/app',
      SANDBOX_BASIC: 'base64',
      SANDBOX_ROTATE_REFRESH: 'yes',
      SANDBOX_CODE_SECONDS: '0',
      PLATFORM_CLIENT_SECRET: 'two words',
      SANDBOX_FAULTS: '{not json',
      SANDBOX_DAY_SECONDS: '-1',
      SANDBOX_WEBHOOK_URL: 'localhost',
      SANDBOX_WEBHOOK_KEY: 'not a key',
      SANDBOX_WEBHOOK_SIGNED: 'both',
      SANDBOX_WEBHOOK_PREFIX: 'X Own',
    };
    const refuse = () => parseSandboxSettings(bad);
    expect(refuse).toThrow(SandboxStartError);
    for (const key of Object.keys(bad)) expect(refuse).toThrow(key);
  });

  it('refuse an unknown fault and invalid settings of a fault', () => {
    for (const fault of [{ kind: 'earthquake' }, { kind: 'close', share: 2 }, { kind: 'close', often: 1 }]) {
      const SANDBOX_FAULTS = JSON.stringify([fault]);
      expect(() => parseSandboxSettings({ SANDBOX_FAULTS })).toThrow('SANDBOX_FAULTS');
    }
  });
});
