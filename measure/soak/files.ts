import { startBareServer } from './bare-server.ts';
import { compareProcessorTime, measureProcessorTime } from './processor-time.ts';
import { publishToday } from './network.ts';
import { get } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { belowBare, type Row } from './table.ts';

/** Limit of Node's processor time per request for a page, a script, or the network's manifest, as a multiple of a bare server's. */
const MAX_TIMES_BARE = 6;
const WARM_UP = 1_000;
const REQUESTS = 4_000;
const CONNECTIONS = 32;

/** Requires a build. @param published folder of a published network; without it, one is generated */
export async function soakFiles(published: string | undefined): Promise<Row[]> {
  const network = await publishToday(published);
  const child = await startFunction('http://127.0.0.1:9', { SERVED_PAGES: 'build', SNAPSHOT_DIR: network });
  const bare = await startBareServer();
  try {
    const page = await get(`${ADDRESS}/`);
    const [, script] = /"\.?(\/_app\/immutable\/entry\/start[^"]+)"/.exec(page.body) ?? [];
    if (script === undefined) throw new Error('There is no build/ yet. Run npx vite build.');
    const paths = ['/', '/embed', script, '/snapshot/manifest.json'];
    const request = (path: string) => async () => {
      const { status } = await get(ADDRESS + path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    };
    // All of them are warmed up first, because Node compiles the same code for each.
    for (const path of paths) await measureProcessorTime(child, request(path), WARM_UP, CONNECTIONS);
    const rows: Row[] = [];
    for (const path of paths) {
      const compared = await compareProcessorTime(child, bare, request(path), REQUESTS, CONNECTIONS);
      const what = `processor time of ${path === script ? 'a script' : path}, ${CONNECTIONS} at once`;
      rows.push(belowBare(what, compared, MAX_TIMES_BARE));
    }
    return rows;
  } finally {
    bare.child.disconnect();
    await stopFunction(child);
  }
}
