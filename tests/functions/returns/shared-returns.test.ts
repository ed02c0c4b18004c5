import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRedis, type RedisLink } from '../../../functions/node/shared/redis-link.ts';
import { createSharedReturns } from '../../../functions/node/shared/shared-returns.ts';
import { findFreePort } from '../find-free-port.ts';
import { hasRedis, RedisProcess } from '../redis-process.ts';

const CREATED = { orderNumber: 'FL-1', trackingNumber: '6900', dropOffCode: '001', expiresAt: null };
const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3_600;

describe.skipIf(!hasRedis)('returns that two nodes create with one Redis', () => {
  let redis: RedisProcess;
  let links: RedisLink[];
  beforeAll(async () => {
    redis = new RedisProcess(await findFreePort());
    await redis.start();
    const url = `redis://127.0.0.1:${redis.port}/1`;
    links = [await connectRedis(url, () => undefined), await connectRedis(url, () => undefined)];
  });
  afterAll(async () => {
    for (const link of links) link.close();
    await redis.kill();
  });
  const startNodes = () => links.map((link) => createSharedReturns(link)) as [Node, Node];
  type Node = ReturnType<typeof createSharedReturns>;

  it('are claimed by one of them, and known to the other, also after a restart (case 176)', async () => {
    const [one, other] = startNodes();
    const claims = await Promise.all([one, other, one, other].map((node) => node.claim('a', IN_AN_HOUR)));
    expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    expect(claims.filter((claim) => claim === 'open')).toHaveLength(3);
    await one.settle('a', CREATED, IN_AN_HOUR);
    expect([await other.claim('a', IN_AN_HOUR), await other.find('a')]).toEqual([CREATED, CREATED]);
    const [restarted] = startNodes();
    expect(await restarted.find('a')).toEqual(CREATED);
    expect(await restarted.claim('a', IN_AN_HOUR)).toEqual(CREATED);
  });

  it('are free again once the one that claimed them gives them back', async () => {
    const [one, other] = startNodes();
    expect([await one.claim('b', IN_AN_HOUR), await other.claim('b', IN_AN_HOUR)]).toEqual([null, 'open']);
    await one.release('b');
    expect([await other.claim('b', IN_AN_HOUR), await one.claim('b', IN_AN_HOUR)]).toEqual([null, 'open']);
    await other.settle('b', 'unknown', IN_AN_HOUR);
    expect(await one.claim('b', IN_AN_HOUR)).toBe('unknown');
  });

  it('are each node’s own while Redis is gone', async () => {
    await redis.kill();
    const [one] = startNodes();
    expect([await one.find('c'), await one.claim('c', IN_AN_HOUR)]).toEqual([null, null]);
    await one.settle('c', CREATED, IN_AN_HOUR);
    expect(await one.claim('c', IN_AN_HOUR)).toEqual(CREATED);
  });
});
