import { afterAll, describe, expect, it, vi } from 'vitest';
import { fetchAppToken, fetchPoints, readJson, startSmallSandbox, type Json } from './sandbox-client.ts';

const sandbox = await startSmallSandbox();
const token = await fetchAppToken(sandbox);
afterAll(() => sandbox.close());

describe('Points list', () => {
  const read = async (query: string) => readJson(await fetchPoints(sandbox, token, query));

  it('has every point exactly once over all pages', async () => {
    const ids: unknown[] = [];
    for (let page = 1; page <= 16; page += 1) {
      const answer = await read(`?page=${page}&perPage=130`);
      expect(answer).toMatchObject({ count: 2_000, page, perPage: 130, totalPages: 16 });
      ids.push(...(answer.items as Json[]).map(({ id }) => id));
    }
    expect(ids).toHaveLength(2_000);
    expect(new Set(ids).size).toBe(2_000);
  });

  it('starts at page 1 with 25 points per page by default', async () => {
    const answer = await read('');
    expect(answer).toMatchObject({ page: 1, perPage: 25, totalPages: 80 });
    expect(answer.items).toHaveLength(25);
  });

  it('clamps perPage to the maximum, and answers the clamped value', async () => {
    const answer = await read('?perPage=100000');
    expect(answer).toMatchObject({ perPage: 500, totalPages: 4 });
    expect(answer.items).toHaveLength(500);
  });

  it('a page beyond the end is empty', async () => {
    expect(await read('?page=81')).toEqual({
      count: 2_000,
      page: 81,
      perPage: 25,
      totalPages: 80,
      items: [],
    });
  });

  it('ignores invalid values and unknown parameters', async () => {
    const first = await read('');
    for (const query of [
      '?page=0',
      '?page=-1&perPage=x',
      '?page=1.5',
      '?perPage=0',
      '?country=PL&near=1,2',
    ]) {
      expect(await read(query)).toEqual(first);
    }
  });

  it('has no ETag', async () => {
    expect((await fetchPoints(sandbox, token)).headers.get('etag')).toBeNull();
  });

  it('refused without a token, with an unknown one, and with the wrong scheme', async () => {
    const address = `${sandbox.addresses.base}/location/v1/points`;
    const answers = [
      await fetch(address),
      await fetchPoints(sandbox, 'unknown'),
      await fetch(address, { headers: { Authorization: `Basic ${token}` } }),
      await fetch(`${address}?access_token=${token}`),
    ];
    for (const response of answers) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('refused to a token without the scope', async () => {
    const response = await fetchPoints(sandbox, await fetchAppToken(sandbox, 'api:shipments:write'));
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  it('the maximum per page can be set', async () => {
    const small = await startSmallSandbox({ SANDBOX_MAX_PER_PAGE: '10', SANDBOX_POINTS: '15' });
    const answer = await readJson(await fetchPoints(small, await fetchAppToken(small)));
    await small.close();
    expect(answer).toMatchObject({ count: 15, perPage: 10, totalPages: 2 });
  });

  it('refuses a token as soon as it expires', async () => {
    const fresh = await fetchAppToken(sandbox);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 299_000 });
    const before = await fetchPoints(sandbox, fresh);
    vi.setSystemTime(Date.now() + 1_000);
    const after = await fetchPoints(sandbox, fresh);
    vi.useRealTimers();
    expect([before.status, after.status]).toEqual([200, 401]);
  });
});
