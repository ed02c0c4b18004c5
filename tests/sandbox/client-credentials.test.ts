import { afterAll, describe, expect, it } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  encodeBasic,
  fetchAppToken,
  fetchPoints,
  postToken,
  readJson,
  startSmallSandbox,
  SOME_TEXT,
} from './sandbox-client.ts';

const GRANT = { grant_type: 'client_credentials', scope: 'api:points:read' };
const ODD_ID = 'id-_.~+/%2B';
const ODD_SECRET = 's3cret-_.~+/:%25:%zz';
const percentEncoded = encodeBasic(encodeURIComponent(ODD_ID), encodeURIComponent(ODD_SECRET));

const startOdd = (basic: string) =>
  startSmallSandbox({
    SANDBOX_POINTS: '0',
    PLATFORM_CLIENT_ID: ODD_ID,
    PLATFORM_CLIENT_SECRET: ODD_SECRET,
    SANDBOX_BASIC: basic,
  });

async function statusesOf(basic: string): Promise<Record<string, number>> {
  const sandbox = await startOdd(basic);
  try {
    const plain = await postToken(sandbox, GRANT, encodeBasic(ODD_ID, ODD_SECRET));
    const encoded = await postToken(sandbox, GRANT, percentEncoded);
    const wrong = await postToken(sandbox, GRANT, encodeBasic(ODD_ID, `${ODD_SECRET}x`));
    const form = await postToken(sandbox, { ...GRANT, client_id: ODD_ID, client_secret: ODD_SECRET });
    return { plain: plain.status, encoded: encoded.status, wrong: wrong.status, form: form.status };
  } finally {
    await sandbox.close();
  }
}

const sandbox = await startSmallSandbox();
afterAll(() => sandbox.close());

describe('Client credentials', () => {
  it('accepted as form fields, and answered with exactly the three documented members', async () => {
    const response = await postToken(sandbox, GRANT);
    expect(response.status).toBe(200);
    expect(await readJson(response)).toEqual({
      access_token: SOME_TEXT,
      token_type: 'Bearer',
      expires_in: 300,
    });
  });

  it('refused in both header and form fields', async () => {
    const both = { ...GRANT, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
    const response = await postToken(sandbox, both, encodeBasic(CLIENT_ID, CLIENT_SECRET));
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({ error: 'invalid_request' });
  });

  it('ids and secrets may have special characters, with Basic in both forms by default', async () => {
    expect(await statusesOf('both')).toMatchObject({ plain: 200, encoded: 200, form: 200 });
  });

  it('only plain Basic if set so', async () => {
    expect(await statusesOf('plain')).toEqual({ plain: 200, encoded: 401, wrong: 401, form: 200 });
  });

  it('only percent-encoded Basic if set so', async () => {
    const statuses = await statusesOf('rfc6749');
    expect(statuses).toMatchObject({ encoded: 200, form: 200 });
    expect(statuses.plain).toBeGreaterThanOrEqual(400);
  });

  it('the token has exactly the requested scopes', async () => {
    const other = await fetchAppToken(sandbox, 'api:tracking:read openid');
    const none = await readJson(await postToken(sandbox, { grant_type: 'client_credentials' }));
    expect((await fetchPoints(sandbox, other)).status).toBe(403);
    expect((await fetchPoints(sandbox, String(none.access_token))).status).toBe(403);
    expect((await fetchPoints(sandbox, await fetchAppToken(sandbox))).status).toBe(200);
  });

  it('an unknown scope is refused', async () => {
    const response = await postToken(sandbox, { ...GRANT, scope: 'api:points:read api:everything' });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({ error: 'invalid_scope' });
  });
});
