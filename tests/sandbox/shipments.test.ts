import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import { fetchAppToken, readJson, startSmallSandbox, SOME_TEXT } from './sandbox-client.ts';

describe('creating a shipment', () => {
  let sandbox: Sandbox;
  let token: string;
  beforeAll(async () => {
    sandbox = await startSmallSandbox({ SANDBOX_POINTS: '0' });
    token = await fetchAppToken(sandbox, 'api:shipments:write');
  });
  afterAll(() => sandbox.close());

  const post = (body: string, headers: Record<string, string> = {}, organization = 'org-1') =>
    fetch(`${sandbox.addresses.base}/shipping/v2/organizations/${organization}/shipments`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    });

  it('answers 201 with an id, the organization and what was received', async () => {
    const response = await post('{"receiver":{"name":"Zoë"}}', {}, 'org%2F1%20a');
    expect(response.status).toBe(201);
    expect(await readJson(response)).toEqual({
      id: SOME_TEXT,
      organizationId: 'org/1 a',
      status: 'created',
      createdAt: SOME_TEXT,
      received: { receiver: { name: 'Zoë' } },
    });
  });

  it('answers 415 for another content type', async () => {
    expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

  it('answers 400 and names the problem for what is no JSON object', async () => {
    for (const [body, problem] of [
      ['', 'empty'],
      ['{"a":', 'not valid JSON'],
      ['[1]', 'must be a JSON object'],
      ['null', 'must be a JSON object'],
    ] as const) {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(String((await readJson(response)).detail)).toContain(problem);
    }
  });

  it('answers 413 above one mebibyte', async () => {
    expect((await post(JSON.stringify({ text: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
    expect((await post(JSON.stringify({ text: 'x'.repeat(1000 * 1024) }))).status).toBe(201);
  });

  it('answers 401 without a token and 403 without the scope', async () => {
    expect((await post('{}', { Authorization: 'Bearer made-up' })).status).toBe(401);
    const other = await fetchAppToken(sandbox, 'api:points:read');
    expect((await post('{}', { Authorization: `Bearer ${other}` })).status).toBe(403);
  });

  it('answers 405 to other methods', async () => {
    const response = await fetch(`${sandbox.addresses.base}/shipping/v2/organizations/a/shipments`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });
});
