import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  encodeBasic,
  fetchPoints,
  fetchUserTokens,
  postToken,
  readJson,
  startSmallSandbox,
} from './sandbox-client.ts';

async function withSandbox(environment: Record<string, string>, use: (sandbox: Sandbox) => Promise<void>) {
  const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '10', ...environment });
  try {
    await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

const refresh = (sandbox: Sandbox, token: unknown) =>
  postToken(
    sandbox,
    { grant_type: 'refresh_token', refresh_token: String(token) },
    encodeBasic(CLIENT_ID, CLIENT_SECRET),
  );

describe('Refresh tokens', () => {
  it('rotate each time, and reuse of an old one revokes the whole family', () =>
    withSandbox({}, async (sandbox) => {
      const first = await fetchUserTokens(sandbox, 'api:points:read');
      const second = await readJson(await refresh(sandbox, first.refresh_token));
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect((await fetchPoints(sandbox, String(second.access_token))).status).toBe(200);

      const replay = await refresh(sandbox, first.refresh_token);
      expect(replay.status).toBe(400);
      expect(await readJson(replay)).toMatchObject({ error: 'invalid_grant' });
      expect((await refresh(sandbox, second.refresh_token)).status).toBe(400);
      expect((await fetchPoints(sandbox, String(second.access_token))).status).toBe(401);
    }));

  it('stay the same if rotation is off', () =>
    withSandbox({ SANDBOX_ROTATE_REFRESH: 'off' }, async (sandbox) => {
      const first = await fetchUserTokens(sandbox, 'api:points:read');
      const second = await readJson(await refresh(sandbox, first.refresh_token));
      const third = await readJson(await refresh(sandbox, first.refresh_token));
      expect([second.refresh_token, third.refresh_token]).toEqual([first.refresh_token, first.refresh_token]);
      expect(third.access_token).not.toBe(second.access_token);
    }));

  it('keep the scopes that the user granted', () =>
    withSandbox({}, async (sandbox) => {
      const requested = 'api:points:read api:tracking:read';
      const first = await fetchUserTokens(sandbox, requested, ['api:points:read']);
      const second = await readJson(await refresh(sandbox, first.refresh_token));
      expect(second.scope).toBe('api:points:read');
    }));
});
