import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../functions/node/start.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { ENVIRONMENT } from '../functions/harness.ts';
import { makeSettings, runNow as run } from '../publisher/made-up-platform.ts';
import { settingsOf, startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { makePages } from './make-release.ts';
import { adaptConfig, hasNginx, layOut, startNginx, type Front } from './start-front.ts';
import { makeFolder } from '../temporary-folder.ts';

/** Matches headers that depend on the server, not on the file. ETags differ, because each server makes its own. */
const OWN =
  /^(date|server|connection|keep-alive|etag|last-modified|accept-ranges|x-request-id|transfer-encoding|content-length)$/;

describe.skipIf(!hasNginx)('nginx in front, with deploy/nginx.conf', () => {
  let front: Front;
  let node: RunningServer;
  let version: string;
  let folder: string;
  beforeAll(async () => {
    const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '300' });
    const network = makeFolder();
    version = (await run(makeSettings(network, settingsOf(sandbox.addresses)), { fetch })).version;
    await sandbox.close();
    mkdirSync(join(network, '.walk'));
    writeFileSync(join(network, '.walk/pages.ndjson'), 'not for readers');

    const pages = makePages('one');
    writeFileSync(join(pages, 'basemap/land.mvt'), 'land');
    folder = layOut(pages, network);
    const [port, functionPort] = [await findFreePort(), await findFreePort()];
    const settings = { TRUSTED_PROXY_HEADER: 'x-real-ip', SNAPSHOT_DIR: network, PORT: String(functionPort) };
    node = await startServer({ ...ENVIRONMENT, ...settings }, pages, () => undefined);
    front = await startNginx(adaptConfig(folder, port, functionPort), folder, port);
  });
  afterAll(async () => {
    await front?.stop();
    await node?.close();
  });

  const paths = () => [
    '/',
    '/embed',
    '/account',
    '/nowhere',
    '/_app/immutable/one.js',
    '/_app/immutable/two.js',
    '/basemap/land.mvt',
    '/v1/droppoint.js',
    '/v1/droppoint-one.js',
    '/v1/droppoint-two.js',
    '/v1/droppoint-one.js.map',
    '/v1/droppoint-two.js.map',
    '/v1/droppoint-parcel.js',
    '/v1/droppoint-parcel-one.js',
    '/v1/integrity.json',
    '/snapshot/manifest.json',
    `/snapshot/${version}/table.bin`,
    `/snapshot/${version}/report.txt`,
    `/snapshot/${version}/blocks/99999.bin`,
    '/snapshot/.walk/pages.ndjson',
    '/api/health',
    '/api/nothing',
  ];

  it.each(['br', 'gzip', 'identity'])(
    'nginx: answers like the function, with accept-encoding %s',
    async (encoding) => {
      const own = `http://127.0.0.1:${node.port}`;
      for (const path of paths()) {
        const expected = await send(own + path, encoding);
        expect(await send(front.origin + path, encoding), path).toEqual(expected);
      }
    },
  );

  it('nginx: serves compressed files itself, and the API through the function', async () => {
    await node.close();
    for (const path of [
      '/_app/immutable/one.js',
      '/v1/droppoint.js',
      '/basemap/land.mvt',
      '/snapshot/manifest.json',
    ])
      expect((await send(front.origin + path, 'br')).status, path).toBe(200);
    expect((await send(`${front.origin}/snapshot/manifest.json`, 'br')).headers['content-encoding']).toBe(
      'br',
    );
    expect((await send(`${front.origin}/api/health`, 'br')).status).toBe(502);
  });

  it.each(['/snapshot/../../.env', '/snapshot/..%2f..%2f.env', '/v1/../../../.env', '/basemap/.hidden'])(
    'nginx: gives no access to other files by %s',
    async (path) => {
      writeFileSync(join(folder, '.env'), 'canary');
      writeFileSync(join(folder, 'current/pages/basemap/.hidden'), 'canary');
      const { status, body } = await send(front.origin + path, 'identity');
      expect([status >= 400, body.includes('canary')]).toEqual([true, false]);
    },
  );

  it('nginx: logs no queries or tracking numbers, even if the function is down', async () => {
    await node.close();
    for (const path of [
      '/api/nearest-points?address=canary',
      '/account/callback?code=canary',
      '/v1/none.js?canary',
      '/api/parcels/canary',
      '/api//parcels/canary',
    ])
      expect((await send(front.origin + path, 'identity')).status, path).toBe(502);
    const tooLarge = { method: 'POST', body: 'x'.repeat(2_000_000) };
    expect((await fetch(`${front.origin}/api/oauth/token?code=canary`, tooLarge)).status).toBe(413);
    await front.stop();
    const [access, errors] = ['access.log', 'error.log'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    expect(access).toMatch(/"GET \/api\/nearest-points" 502 .* 127\.0\.0\.1:\d+ 502$/m);
    expect(access).toMatch(/"GET \/api\/parcels\/-" 502 /);
    expect(access).toMatch(/"GET \/account\/callback" 502 /);
    expect([access?.includes('canary'), errors?.includes('canary')]).toEqual([false, false]);
    // The log still has errors about files.
    expect(errors).not.toContain('upstream');
  });

  it('nginx: the container’s configuration differs only in the function’s address and the logs', async () => {
    const [port, functionPort] = [await findFreePort(), await findFreePort()];
    const container = adaptConfig(layOut('deploy', 'deploy'), port, functionPort, 'nginx-container.conf');
    const started = await startNginx(container.replaceAll(/\/dev\/std\w+/g, '/dev/null'), makeFolder(), port);
    expect((await send(`${started.origin}/api/health`, 'identity')).status).toBe(502);
    await started.stop();
    const lines = (name: string) =>
      readFileSync(join('deploy', name), 'utf8')
        .split('\n')
        .filter((line) => !/^ *#/.test(line));
    const [machine, containers] = [lines('nginx.conf'), lines('nginx-container.conf')];
    expect(containers.filter((line) => !machine.includes(line)).map((line) => line.trim())).toEqual([
      'error_log /dev/stderr warn;',
      'access_log /dev/stdout droppoint buffer=64k flush=5s;',
      'server function:3000 max_fails=0;',
    ]);
  });
});

function send(url: string, encoding: string) {
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>((resolve, reject) => {
    const { origin } = new URL(url);
    // Send the path unchanged; fetch would normalise it.
    const options = { path: url.slice(origin.length), headers: { 'accept-encoding': encoding } };
    request(origin, options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () => {
        const headers = Object.entries(answer.headers)
          .filter(([name]) => !OWN.test(name))
          .map(([name, value]) => [name, name === 'vary' ? String(value).toLowerCase() : String(value)]);
        const body = unpack(Buffer.concat(parts), answer.headers['content-encoding']);
        const status = answer.statusCode ?? 0;
        resolve({
          status,
          headers: Object.fromEntries(headers) as Record<string, string>,
          body: body.toString().replace(/"request_id":"[^"]*"/, '"request_id":""'),
        });
      });
    })
      .once('error', reject)
      .end();
  });
}

/** Decompresses a body. In these tests, the compressed files of pages contain plain text. */
function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.toString().includes('smaller')) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
