import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../functions/node/start.ts';
import { openObjectStore } from '../../publisher/object-store.ts';
import { rollBack } from '../../publisher/roll-back.ts';
import { pushNetwork } from '../../publisher/push-network.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { ENVIRONMENT as SETTINGS } from '../functions/harness.ts';
import { listen } from '../processes.ts';
import { settingsOf, startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { makeSettings, runNow as run } from './made-up-platform.ts';
import { startStoreProxy, startStore } from './object-store-process.ts';
import { makeFolder } from '../temporary-folder.ts';

const objects = await startStore();
const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '150' });
afterAll(async () => {
  await objects.stop();
  await sandbox.close();
});

const open = (prefix: string, changes: Record<string, string> = {}) => objects.open(prefix, changes);
const publish = (folder: string, more: Record<string, string> = {}) =>
  run(makeSettings(folder, { ...settingsOf(sandbox.addresses), ...more }), { fetch });
const readVersion = (manifest: Buffer | null) =>
  (JSON.parse(String(manifest)) as { version: string }).version;

describe('Publishing to an object store', () => {
  it('uploads all files, the manifest last, and nothing twice', async () => {
    const folder = makeFolder();
    const { version } = await publish(folder);
    const store = open('first');
    const order: string[] = [];
    const watched = {
      ...store,
      put: (...words: Parameters<typeof store.put>) => (order.push(words[0]), store.put(...words)),
    };
    await pushNetwork(folder, watched, () => undefined);
    expect(order.at(-1)).toBe('manifest.json');
    expect(order.findIndex((name) => name.startsWith('manifest'))).toBe(order.length - 3);
    for (const [name, size] of await store.list()) {
      const own = readFileSync(join(folder, name));
      expect([size, (await store.get(name))?.equals(own)], name).toEqual([own.length, true]);
    }
    expect(readVersion(await store.get('manifest.json'))).toBe(version);

    order.length = 0;
    await pushNetwork(folder, watched, () => undefined);
    expect(order.filter((name) => !/(report|manifest)\./.test(name))).toEqual([]);
  });

  it('uploads the manifest whose files it uploaded, if another run publishes meanwhile', async () => {
    const folder = makeFolder();
    const { version } = await publish(folder);
    const store = open('meanwhile');
    let newer: Promise<unknown> | null = null;
    const list = async () => {
      const faults = { kind: 'drift', mode: 'remove', points: 3, times: 1, routes: ['points'] };
      newer ??= switchFaults(sandbox, [faults]).then(() => publish(folder));
      await newer;
      return store.list();
    };
    await pushNetwork(folder, { ...store, list }, () => undefined);
    await switchFaults(sandbox, []);
    expect(readVersion(readFileSync(join(folder, 'manifest.json')))).not.toBe(version);
    expect(readVersion(await store.get('manifest.json'))).toBe(version);
  });

  it('follows new versions and roll-backs, and deletes unused files', async () => {
    const folder = makeFolder();
    const store = open('second');
    const versions: string[] = [];
    for (const points of [0, 2, 3]) {
      const faults = { kind: 'drift', mode: 'remove', points, times: 1, routes: ['points'] };
      await switchFaults(sandbox, points === 0 ? [] : [faults]);
      versions.push((await publish(folder, { SNAPSHOT_KEEP_VERSIONS: '2' })).version);
      await pushNetwork(folder, store, () => undefined);
    }
    await switchFaults(sandbox, []);
    expect(new Set(versions).size).toBe(3);
    const retained = () =>
      store.list().then((all) => new Set([...all.keys()].map((name) => name.split('/')[0])));
    const { version, earlier } = JSON.parse(String(await store.get('manifest.json'))) as {
      version: string;
      earlier: string[];
    };
    const named = ['manifest.json', 'manifest.json.br', 'manifest.json.gz', version, ...earlier];
    expect([...(await retained())].sort()).toEqual(named.sort());
    await rollBack(folder, null, () => undefined);
    await pushNetwork(folder, store, () => undefined);
    expect(readVersion(await store.get('manifest.json'))).toBe(
      readVersion(readFileSync(join(folder, 'manifest.json'))),
    );
  });

  it('retries failures, and keeps the manifest if a file can\u2019t be uploaded', async () => {
    const folder = makeFolder();
    await publish(folder);
    const proxy = await startStoreProxy(objects, (method, url, times) =>
      method === 'PUT' && url.includes('/table.bin') && times < 2 ? [503, 0][times]! : null,
    );
    const store = open('third', { AWS_ENDPOINT_URL: proxy.origin });
    await pushNetwork(folder, store, () => undefined);
    expect(proxy.requests.filter((name) => /^PUT .*\/table\.bin$/.test(name))).toHaveLength(3);
    await proxy.close();

    const broken = await startStoreProxy(objects, (method, url) =>
      method === 'PUT' && url.includes('/facets.json') ? 500 : null,
    );
    const fourth = open('fourth', { AWS_ENDPOINT_URL: broken.origin });
    await expect(pushNetwork(folder, fourth, () => undefined)).rejects.toThrow(/refuses the request: 500/);
    expect(broken.requests.filter((name) => /^PUT .*fourth\/manifest\.json$/.test(name))).toEqual([]);
    await broken.close();
  });

  it('reports a wrong key, address or bucket', async () => {
    const folder = makeFolder();
    await publish(folder);
    expect(() => openObjectStore('s3:/x', {})).toThrow(/AWS_ACCESS_KEY_ID is missing[^]*--to must be like/);
    await expect(
      pushNetwork(folder, open('x', { AWS_ACCESS_KEY_ID: 'wrong' }), () => undefined),
    ).rejects.toThrow(/refuses the request: 403/);
    const nowhere = openObjectStore('s3://no-such-bucket', objects.environment);
    await expect(pushNetwork(folder, nowhere, () => undefined)).rejects.toThrow(/404/);
  });

  it('a node without a local network reads it from there', async () => {
    const folder = makeFolder();
    const store = open('public');
    const { version } = await publish(folder);
    await pushNetwork(folder, store, () => undefined);
    const paths: string[] = [];
    const files = await listen((request, response) => {
      paths.push(request.url ?? '');
      void store
        .get((request.url ?? '').slice(1))
        .then((bytes) => response.writeHead(bytes === null ? 404 : 200).end(bytes));
    });
    const node = await startServer(
      {
        ...SETTINGS,
        PORT: String(await findFreePort()),
        SNAPSHOT_DIR: '/nowhere',
        SNAPSHOT_URL: files.origin,
      },
      'static',
      () => undefined,
    );
    const send = (path: string) => fetch(`http://127.0.0.1:${node.port}${path}`);
    expect(readVersion(Buffer.from(await (await send('/snapshot/manifest.json')).arrayBuffer()))).toBe(
      version,
    );
    for (let time = 0; time < 2; time++) {
      const table = await send(`/snapshot/${version}/table.bin`);
      expect(
        Buffer.from(await table.arrayBuffer()).equals(readFileSync(join(folder, version, 'table.bin'))),
      ).toBe(true);
      expect(table.headers.get('cache-control')).toContain('immutable');
      expect(table.headers.get('content-encoding')).toBe('gzip');
    }
    // Immutable files are requested once.
    expect(paths.filter((path) => path.endsWith('/table.bin.gz'))).toHaveLength(1);
    expect(await (await send('/api/points/nothing-like-it')).json()).toMatchObject({ status: 'mistyped' });
    for (const path of [
      '/snapshot/nothing.bin',
      '/snapshot/.walk/pages',
      `/snapshot/${version}/../manifest.json%00`,
    ])
      expect((await send(path)).status, path).toBe(404);

    await files.close();
    await expect.poll(async () => (await send('/snapshot/manifest.json')).status).toBe(503);
    expect((await send(`/snapshot/${version}/table.bin`)).status).toBe(200);
    await node.close();
  });
});
