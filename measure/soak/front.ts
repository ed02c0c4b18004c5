import { readdirSync } from 'node:fs';
import { findFreePort } from '../../tests/functions/find-free-port.ts';
import { adaptConfig, hasNginx, layOut, startNginx, type Front } from '../../tests/release/start-front.ts';
import { readFamilyTimeMs } from '../family-time.ts';
import { inParallel } from './in-parallel.ts';
import { publishToday } from './network.ts';
import { get } from './send.ts';
import type { Row } from './table.ts';
import { makeFolder } from '../../tests/temporary-folder.ts';

/** Limit of the cost of a file with our nginx configuration, as a multiple of that with a minimal configuration. */
const MAX_TIMES = 1.2;
const ROUNDS = 5;
const REQUESTS = 12_000;
const CONNECTIONS = 32;

const BARE = (folder: string, port: number) => `
include /etc/nginx/modules-enabled/*.conf;
worker_processes 1;
pid ${folder}/bare.pid;
error_log ${folder}/bare.log;
events {}
http {
  include /etc/nginx/mime.types;
  sendfile on;
  keepalive_requests 10000;
  access_log ${folder}/bare-access.log combined buffer=64k flush=5s;
  server {
    listen 127.0.0.1:${port};
    brotli_static on;
    gzip_static on;
    root ${folder}/current/pages;
    location /snapshot/ { alias ${folder}/published/network/; }
  }
}`;

/** Requires a build and Debian's nginx. @param published folder of a published network; without it, one is generated */
export async function soakFront(published: string | undefined): Promise<Row[]> {
  if (!hasNginx) return [['no nginx with brotli is installed', 'not measured']];
  const folder = layOut('build', await publishToday(published));
  const bareFolder = makeFolder();
  const [port, barePort] = [await findFreePort(), await findFreePort()];
  const config = adaptConfig(folder, port, 9);
  const ours = await startNginx(config.replace('worker_processes auto', 'worker_processes 1'), folder, port);
  const bare = await startNginx(BARE(folder, barePort), bareFolder, barePort);
  try {
    const [script] = readdirSync('build/_app/immutable/entry').filter((name) => name.endsWith('.js'));
    const rows: Row[] = [];
    for (const path of [`/_app/immutable/entry/${script}`, '/v1/droppoint.js', '/snapshot/manifest.json']) {
      const times = { ours: 0, bare: 0 };
      // They alternate, so that other load on the machine affects both.
      for (let round = 0; round < ROUNDS; round++) {
        times.ours += await measure(ours, path);
        times.bare += await measure(bare, path);
      }
      const perRequest = (ms: number) => `${((ms * 1000) / ROUNDS / REQUESTS).toFixed(1)} µs`;
      const ratio = times.ours / times.bare;
      const what = `nginx in front: ${path.startsWith('/_app') ? 'a script' : path}`;
      const measured = `${perRequest(times.ours)}, bare ${perRequest(times.bare)}: ${ratio.toFixed(2)}×`;
      rows.push([what, measured, `≤ ${MAX_TIMES}×`, ratio <= MAX_TIMES, 'timed']);
    }
    return rows;
  } finally {
    await ours.stop();
    await bare.stop();
  }
}

/** Requests a path many times. @returns nginx's processor time for these requests in milliseconds */
async function measure({ origin, child }: Front, path: string): Promise<number> {
  const before = readFamilyTimeMs(child.pid!);
  await inParallel(REQUESTS, CONNECTIONS, async () => {
    const { status } = await get(origin + path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  });
  return readFamilyTimeMs(child.pid!) - before;
}
