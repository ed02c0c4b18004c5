import { afterEach, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../../functions/node/start.ts';
import { NETWORK_PUBLICATION } from '../../../functions/files/store.ts';
import { createUrlStore } from '../../../functions/files/url-store.ts';
import { listen } from '../../processes.ts';
import { makeManifest } from '../../streets/made-up-manifest.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { findFreePort } from '../find-free-port.ts';
import { answerToken, ENVIRONMENT, START_MS, startHarness } from '../harness.ts';
import { startPublished } from '../start-published.ts';

const network = await publish(makeGrid(12));
const STREETS = makeManifest({
  name: 'alps',
  version: 'a'.repeat(16),
  date: new Date(Date.now() - 30 * 24 * 3600 * 1000).toISOString().slice(0, 10),
});

/** A store with a network and streets; `hold` delays its answers. */
async function startStore() {
  const files = new Map<string, string | Uint8Array>(network.files);
  files.set('streets/manifest.json', JSON.stringify(STREETS));
  const requested: string[] = [];
  const held: (() => void)[] = [];
  const state = { delay: false };
  const server = await listen((request, response) => {
    const name = (request.url ?? '').slice(1);
    requested.push(name);
    const content = files.get(name);
    const answer = () => response.writeHead(content === undefined ? 404 : 200).end(content);
    if (state.delay) held.push(answer);
    else answer();
  });
  return {
    requested,
    held,
    state,
    files,
    url: `${server.origin}/`,
    stop: () => server.close(),
  };
}

let node: RunningServer | undefined;
let store: Awaited<ReturnType<typeof startStore>>;
afterEach(async () => {
  await node?.close();
  await store.stop();
});

async function startOnStore() {
  store = await startStore();
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const environment = {
    ...{ ...ENVIRONMENT, PORT: String(port), METRICS_PORT: String(metricsPort), RATE_LIMITS: 'off' },
    ...{ SNAPSHOT_DIR: '/nowhere', STREETS_DIR: '/nowhere' },
    ...{ SNAPSHOT_URL: store.url, STREETS_URL: `${store.url}streets` },
  };
  node = await startServer(environment, 'static', () => undefined);
  const send = async (id: string) =>
    (
      (await (await fetch(`http://127.0.0.1:${port}/api/points/${id}`)).json()) as {
        id: string;
        point?: object;
      }
    ).id;
  const figure = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return text
      .split('\n')
      .find((line) => line.startsWith(`droppoint_${name} `))
      ?.split(' ')[1];
  };
  return { request: send, figure };
}

describe('Node whose network is in a store', () => {
  it('Prometheus gets the same metrics as for a folder, also once the network is gone', async () => {
    const { figure } = await startOnStore();
    expect(await figure('network_published')).toBe('1');
    expect(Number(await figure('network_points'))).toBe(network.manifest.count);
    const age = (Date.now() - Date.parse(network.manifest.walkedAt)) / 1000;
    expect(Math.abs(Number(await figure('network_age_seconds')) - age)).toBeLessThan(3600);
    expect(Math.floor(Number(await figure('streets_age_seconds{area="alps"}')) / (24 * 3600))).toBe(30);
    store.files.delete('manifest.json');
    expect(await figure('network_published')).toBe('0');
    expect(await figure('network_points')).toBe('Nan');
  });

  it('four files are read before the first answer, however many clients ask for one', async () => {
    const { request: send } = await startOnStore();
    store.state.delay = true;
    const answers = Promise.all(Array.from({ length: 32 }, () => send('PL_77')));
    for (let files = 1; files <= 4; files++) {
      await expect.poll(() => store.held.length).toBe(1);
      store.held.shift()!();
    }
    expect(new Set(await answers)).toEqual(new Set(['PL_77']));
    expect(store.requested.map((name) => name.replace(/^[0-9a-f]{16}/, 'version'))).toEqual([
      'manifest.json',
      'version/ids/index.json',
      expect.stringMatching(/^version\/ids\/\d+\.json$/),
      expect.stringMatching(/^version\/chunks\/\d+\.json$/),
    ]);
  });
});

describe('Readiness of a node whose network is in a store', () => {
  const ready = async (harness: ReturnType<typeof startHarness>) =>
    ((await (await harness.request('/api/ready')).json()) as { network: string }).network;
  const startOn = (url: string) => {
    const network = createUrlStore(url, fetch, NETWORK_PUBLICATION);
    const token = [() => answerToken({ scope: 'api:points:read' })];
    return startHarness({ token, network, networkCache: { bytes: 2 ** 20, pages: 16 } });
  };

  it('the node is ready while the network is available, and not before', async () => {
    store = await startStore();
    const manifest = store.files.get('manifest.json')!;
    const harness = startOn(store.url);
    expect(await ready(harness)).toBe('ok');
    store.files.delete('manifest.json');
    harness.clock.nowMs = START_MS + 31_000;
    expect(await ready(harness)).toBe('not_published');
    store.files.set('manifest.json', manifest);
    expect(await ready(harness)).toBe('ok');
  });

  it('the node isn’t ready if the store has never answered', async () => {
    store = await startStore();
    await store.stop();
    expect(await ready(startOn(store.url))).toBe('unreadable');
  });
});

describe('Store that is unavailable', () => {
  it.each(['edge', 'Node'] as const)('what was already read stays in use, at the %s', async (runtime) => {
    store = await startStore();
    const { harness, state } = startPublished(network, runtime);
    const statusOf = async () =>
      ((await (await harness.request('/api/points/PL_77')).json()) as { status: string }).status;
    expect(await statusOf()).toBe('exists');
    state.broken = true;
    for (let minute = 0; minute < 3; minute++) {
      harness.clock.nowMs += 60_000;
      expect(await statusOf()).toBe('exists');
    }
  });
});
