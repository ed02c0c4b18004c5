import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPSTREAM_TIMEOUT_MS } from '#platform/fetch-upstream.ts';
import type { ReturnKey } from '#platform/return-link.ts';
import { connectRedis, type RedisLink } from '../../../functions/node/shared/redis-link.ts';
import { createSharedLimit } from '../../../functions/node/shared/shared-limit.ts';
import { createSharedReturns } from '../../../functions/node/shared/shared-returns.ts';
import { createReliableWrites } from '../../../functions/node/shared/reliable-writes.ts';
import { makeFolder } from '../../temporary-folder.ts';
import { waitFor } from '../../wait-for.ts';
import { findFreePort } from '../find-free-port.ts';
import { hasRedis, RedisProcess } from '../redis-process.ts';

const CREATED = { orderNumber: 'FL-1', trackingNumber: '6900', dropOffCode: '690001234', expiresAt: null };
const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3_600;
/** The key of a link, as `readReturnLink` makes one. */
const keyOf = (name: string, fill = 7): ReturnKey => ({ name, bytes: new Uint8Array(32).fill(fill) });

describe.skipIf(!hasRedis)('Returns of two nodes that share Redis', () => {
  let redis: RedisProcess;
  let links: RedisLink[];
  const folder = makeFolder();
  beforeAll(async () => {
    // Configured as in the guide, so that a restart loses no writes.
    redis = new RedisProcess(await findFreePort(), [
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--dir',
      folder,
    ]);
    await redis.start();
    const url = `redis://127.0.0.1:${redis.port}/1`;
    links = [await connectRedis(url, () => undefined), await connectRedis(url, () => undefined)];
  });
  afterAll(async () => {
    for (const link of links) link.close();
    await redis.kill();
  });
  const startNodes = () =>
    links.map((link) => createSharedReturns(link, createReliableWrites(link))) as [Node, Node];
  type Node = ReturnType<typeof createSharedReturns>;
  const untilBack = async () => {
    await redis.start();
    for (const link of links)
      await waitFor(async () => expect(await link.run((it) => it.ping())).toBe('PONG'));
  };

  it('a return is claimed by one node and known to the other, even after a restart', async () => {
    const [one, other] = startNodes();
    const key = keyOf('a');
    const claims = await Promise.all([one, other, one, other].map((node) => node.claim(key, IN_AN_HOUR)));
    expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    expect(claims.filter((claim) => claim === 'open')).toHaveLength(3);
    await one.settle(key, CREATED, IN_AN_HOUR);
    expect([await other.claim(key, IN_AN_HOUR), await other.find(key)]).toEqual([CREATED, CREATED]);
    const [restarted] = startNodes();
    expect(await restarted.find(key)).toEqual(CREATED);
    expect(await restarted.claim(key, IN_AN_HOUR)).toEqual(CREATED);
  });

  it('a released return can be claimed again', async () => {
    const [one, other] = startNodes();
    const key = keyOf('b');
    expect([await one.claim(key, IN_AN_HOUR), await other.claim(key, IN_AN_HOUR)]).toEqual([null, 'open']);
    await one.release(key);
    expect([await other.claim(key, IN_AN_HOUR), await one.claim(key, IN_AN_HOUR)]).toEqual([null, 'open']);
    await other.settle(key, 'unknown', IN_AN_HOUR);
    expect(await one.claim(key, IN_AN_HOUR)).toBe('unknown');
    // A state of a newer release, or one sealed with another secret, reads as unknown.
    await one.settle(keyOf('b2'), CREATED, IN_AN_HOUR);
    expect(await other.find(keyOf('b2', 8))).toBe('unknown');
  });

  it('a return is unknown, and isn’t created again, after its node has been silent for a minute', async () => {
    const [killed, other] = startNodes();
    const key = keyOf('c');
    await killed.claim(key, IN_AN_HOUR);
    expect(await other.find(key)).toBe('open');
    const leftMs = await links[0]!.run((it) => it.pttl('returning:c'));
    expect(leftMs).toBeGreaterThan(4 * UPSTREAM_TIMEOUT_MS);
    expect(leftMs).toBeLessThanOrEqual(60_000);
    // A minute later.
    await links[0]!.run((it) => it.del('returning:c'));
    expect([await other.find(key), await other.claim(key, IN_AN_HOUR)]).toEqual(['unknown', 'unknown']);
    // If the node was only slow, its outcome still counts.
    await killed.settle(key, CREATED, IN_AN_HOUR);
    expect(await startNodes()[0].find(key)).toEqual(CREATED);
  });

  it('returns released or created while Redis was down are known to every node afterwards', async () => {
    const [one, other] = startNodes();
    const [refused, created, stuck] = ['d1', 'd2', 'd3'].map((name) => keyOf(name)) as [
      ReturnKey,
      ReturnKey,
      ReturnKey,
    ];
    for (const key of [refused, created, stuck]) expect(await one.claim(key, IN_AN_HOUR)).toBeNull();
    await redis.kill();
    await one.release(refused);
    await one.settle(created, CREATED, IN_AN_HOUR);
    await one.settle(stuck, 'unknown', IN_AN_HOUR);
    // A customer who corrects a refused return can continue immediately.
    expect(await one.claim(refused, IN_AN_HOUR)).toBeNull();
    await one.release(refused);
    await untilBack();
    await waitFor(async () => expect(await other.find(refused)).toBeNull());
    await waitFor(async () => expect(await other.find(created)).toEqual(CREATED));
    expect(await other.claim(refused, IN_AN_HOUR)).toBeNull();
    await other.settle(refused, CREATED, IN_AN_HOUR);
    expect(await one.claim(refused, IN_AN_HOUR)).toEqual(CREATED);
    expect(await other.find(stuck)).toBe('unknown');
  });

  it('a late release by one node doesn’t release another node’s claim', async () => {
    const [one, other] = startNodes();
    const key = keyOf('e');
    await one.claim(key, IN_AN_HOUR);
    await links[0]!.run((it) => it.del('return:e', 'returning:e'));
    expect(await other.claim(key, IN_AN_HOUR)).toBeNull();
    await one.release(key);
    expect(await one.find(key)).toBe('open');
    await other.settle(key, CREATED, IN_AN_HOUR);
    // A node that doesn't know of a created return doesn't make it unknown.
    await one.settle(key, 'unknown', IN_AN_HOUR);
    expect(await startNodes()[0].find(key)).toEqual(CREATED);
  });

  it('returns are sent again to a Redis that once didn’t answer, or that lost them', async () => {
    let isSlow = true;
    const [link] = links as [RedisLink];
    const slow: RedisLink = {
      ...link,
      run: (question) => (isSlow ? Promise.resolve(null) : link.run(question)),
    };
    const one = createSharedReturns(slow, createReliableWrites(slow));
    const [, other] = startNodes();
    await one.claim(keyOf('f'), IN_AN_HOUR);
    await one.settle(keyOf('f'), CREATED, IN_AN_HOUR);
    await one.claim(keyOf('f2'), IN_AN_HOUR);
    expect(await other.find(keyOf('f'))).toBeNull();
    isSlow = false;
    await waitFor(async () => expect(await other.find(keyOf('f'))).toEqual(CREATED));
    await waitFor(async () => expect(await other.claim(keyOf('f2'), IN_AN_HOUR)).toBe('open'));
    await link.run((it) => it.flushdb());
    await one.storeAgain();
    expect([await other.find(keyOf('f')), await other.find(keyOf('f2'))]).toEqual([CREATED, 'open']);
  });

  it('while Redis is down, each node knows its own returns', async () => {
    await redis.kill();
    const [one] = startNodes();
    const key = keyOf('g');
    expect([await one.find(key), await one.claim(key, IN_AN_HOUR)]).toEqual([null, null]);
    await one.settle(key, CREATED, IN_AN_HOUR);
    expect(await one.claim(key, IN_AN_HOUR)).toEqual(CREATED);
    await untilBack();
  });

  // Proves: security/disk-without-persons.
  it('returns and clients leave no code, number, order or address on Redis’s disk', async () => {
    const [link] = links as [RedisLink];
    const [one] = startNodes();
    const limit = createSharedLimit(link, () => Promise.resolve(true), new Uint8Array(32).fill(1));
    for (const client of ['203.0.113.77', '2001:db8:77:1::/64'])
      expect(await limit('config', client)).toBe(true);
    await one.claim(keyOf('h'), IN_AN_HOUR);
    await one.settle(keyOf('h'), CREATED, IN_AN_HOUR);
    const written = readFolder(folder);
    expect(written).toMatch(/droppoint:rate:config:[\w-]{20}\r\n/);
    expect(written).toContain('droppoint:return:h\r\n');
    for (const secret of ['203.0.113', '2001:db8', 'FL-1', '690001234'])
      expect(written).not.toContain(secret);
  });
});

/** The text of all files in a folder. */
const readFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');

it('a client has the same name at all nodes, and another one the next day', async () => {
  const names: string[] = [];
  const request = (question: (redis: never) => unknown) => {
    const redis = {
      eval: (_script: string, _keys: number, key: string) => (names.push(key), Promise.resolve(1)),
    };
    return question(redis as never) as Promise<never>;
  };
  const link = { run: request } as unknown as RedisLink;
  const nameAt = async (fill: number, nowMs: number, client = '192.0.2.1') => {
    const limit = createSharedLimit(
      link,
      () => Promise.resolve(true),
      new Uint8Array(32).fill(fill),
      () => nowMs,
    );
    await limit('config', client);
    return names.at(-1);
  };
  const DAY_MS = 24 * 3_600_000;
  const first = await nameAt(1, DAY_MS);
  expect(await nameAt(1, 2 * DAY_MS - 1)).toBe(first);
  const others = [await nameAt(1, 2 * DAY_MS), await nameAt(2, DAY_MS), await nameAt(1, DAY_MS, '192.0.2.2')];
  expect(new Set([first, ...others]).size).toBe(4);
});
