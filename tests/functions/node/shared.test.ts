import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../../../functions/config.ts';
import { sealSession, startSession } from '../../../functions/oauth/session.ts';
import { RATE_LIMITS } from '../../../functions/http/rate-limits.ts';
import { adaptConfig, hasNginx, startNginx, type Front } from '../../release/start-front.ts';
import { findFreePort } from '../find-free-port.ts';
import { ENVIRONMENT, OWN_PAGE, REFRESH_FORM } from '../harness.ts';
import { hasRedis, RedisProcess } from '../redis-process.ts';
import { makeFolder } from '../../temporary-folder.ts';

/** A node in its own process, with its log and its metrics. */
class NodeProcess {
  readonly #child: ChildProcess;
  readonly #metricsPort: number;
  readonly origin: string;
  log = '';

  constructor(port: number, metricsPort: number, environment: Record<string, string>) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#metricsPort = metricsPort;
    this.#child = spawn(process.execPath, ['--import', 'tsx', 'functions/node.ts'], {
      env: {
        PATH: process.env['PATH'],
        ...ENVIRONMENT,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        TRUSTED_PROXY_HEADER: 'x-real-ip',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout!.on('data', (text) => (this.log += String(text)));
  }

  async listens(): Promise<void> {
    while (!this.log.includes('Droppoint listens')) await once(this.#child.stdout!, 'data');
  }

  /** @returns the node's metrics of Redis: whether it is reachable, and how often it went away */
  async figures(): Promise<(string | undefined)[]> {
    const text = await (await fetch(`http://127.0.0.1:${this.#metricsPort}/metrics`)).text();
    return ['there', 'gone_total'].map(
      (name) => new RegExp(`^droppoint_redis_${name} (.*)$`, 'm').exec(text)?.[1],
    );
  }

  /** The log's lines on Redis. */
  loggedRedisStates = () => this.log.split('\n').flatMap((line) => /"redis":"(\w+)"/.exec(line)?.[1] ?? []);

  /** @returns how it ended: exit code, signal */
  async stop(): Promise<unknown[]> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    return ended;
  }
}

const settings = parseSettings(ENVIRONMENT);
/** The cookie of a login just made. */
async function login(): Promise<string> {
  const grant = {
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    expiresInSeconds: 3600,
    scope: null,
    account: null,
  };
  const cookie = await sealSession(startSession(grant, Date.now()), settings, Date.now());
  return cookie.split(';')[0]!;
}
const post = (origin: string, path: string, headers: Record<string, string>, form = '') =>
  fetch(origin + path, {
    method: 'POST',
    headers: { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  });
const logOut = (origin: string, headers: Record<string, string>) =>
  post(origin, '/api/oauth/logout', headers);
/** 200 while the session lasts, 400 once it is over. */
const requestWith = async (origin: string, cookie: string) =>
  (await post(origin, '/api/oauth/token', { cookie }, String(new URLSearchParams(REFRESH_FORM)))).status;

describe.skipIf(!hasNginx || !hasRedis)('Two nodes behind nginx that share Redis', () => {
  const folder = makeFolder();
  let redis: RedisProcess;
  let nodes: NodeProcess[];
  let front: Front | undefined;
  beforeAll(async () => {
    redis = new RedisProcess(await findFreePort());
    await redis.start();
    const ports: number[] = [];
    for (let at = 0; at < 5; at++) ports.push(await findFreePort());
    const environment = { REDIS_URL: `redis://127.0.0.1:${redis.port}/1`, SNAPSHOT_DIR: folder };
    nodes = [0, 1].map((at) => new NodeProcess(ports[at]!, ports[at + 2]!, environment));
    mkdirSync(join(folder, 'published'));
    const config = adaptConfig(folder, ports[4]!, ports[0]!);
    const both = config
      .replace(/(server 127\.0\.0\.1):\d+(.*;)/, `$1:${ports[0]}$2 $1:${ports[1]}$2`)
      // Lets these tests act as many clients.
      .replace('X-Real-IP $remote_addr', 'X-Real-IP $http_client');
    expect(both).toMatch(/server .*; server [^]*IP \$http_client/);
    front = await startNginx(both, folder, ports[4]!);
    await Promise.all(nodes.map((node) => node.listens()));
  });
  afterAll(async () => {
    await redis.kill();
    const exits = await Promise.all(nodes.map((node) => node.stop()));
    await front?.stop();
    expect(exits).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  /**
   * Requests through nginx, which alternates between the nodes, at twice a client's limit: if each
   * node had its own limit, it would let its half through.
   */
  async function countRefused(client: string): Promise<number> {
    const statuses = new Map<number, number>();
    for (let time = 0; time < 2 * RATE_LIMITS.logout; time++) {
      const { status } = await logOut(front!.origin, { client });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].filter((status) => ![204, 429].includes(status))).toEqual([]);
    return statuses.get(429) ?? 0;
  }

  it('the nodes count requests together, each alone while Redis is down, and together again afterwards', async () => {
    expect(await countRefused('192.0.2.1')).toBeGreaterThan(0);
    expect(await nodes[0]!.figures()).toEqual(['1', '0']);

    await redis.kill();
    await Promise.all(nodes.map((node) => expect.poll(() => node.figures()).toEqual(['0', '1'])));
    await countRefused('192.0.2.2');
    for (const node of nodes) expect(node.loggedRedisStates()).toEqual(['there', 'gone']);

    await redis.start();
    await Promise.all(nodes.map((node) => expect.poll(() => node.figures()).toEqual(['1', '1'])));
    expect(await countRefused('192.0.2.3')).toBeGreaterThan(0);
    for (const node of nodes) expect(node.loggedRedisStates()).toEqual(['there', 'gone', 'there']);
  });

  it('the nodes continue if Redis accepts commands but never answers', async () => {
    redis.signal('SIGSTOP');
    await countRefused('192.0.2.4');
    await Promise.all(nodes.map((node) => expect.poll(async () => (await node.figures())[0]).toBe('0')));
    redis.signal('SIGCONT');
    await Promise.all(nodes.map((node) => expect.poll(async () => (await node.figures())[0]).toBe('1')));
  });

  it('a session logged out at one node is refused by the other', async () => {
    const [one, other] = nodes.map(({ origin }) => origin) as [string, string];
    const [cookie, another] = [await login(), await login()];
    expect([await requestWith(one, cookie), await requestWith(other, cookie)]).toEqual([200, 200]);
    expect((await logOut(one, { cookie })).status).toBe(204);
    expect([await requestWith(one, cookie), await requestWith(other, cookie)]).toEqual([400, 400]);
    expect(await requestWith(other, another)).toBe(200);
  });

  it('a logout that Redis missed or lost is known to both nodes once Redis is back', async () => {
    const [one, other] = nodes.map(({ origin }) => origin) as [string, string];
    const [before, meanwhile] = [await login(), await login()];
    await logOut(one, { cookie: before });
    await redis.kill();
    await Promise.all(nodes.map((node) => expect.poll(async () => (await node.figures())[0]).toBe('0')));
    await logOut(one, { cookie: meanwhile });
    expect([await requestWith(one, before), await requestWith(one, meanwhile)]).toEqual([400, 400]);
    await redis.start();
    for (const cookie of [before, meanwhile]) await expect.poll(() => requestWith(other, cookie)).toBe(400);
  });
});
