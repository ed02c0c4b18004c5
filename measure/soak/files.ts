import { measureProcessorTime } from './processor-time.ts';
import { publishToday } from './network.ts';
import { get } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { percentile } from '../bench/statistics.ts';
import { below, type Row } from './table.ts';

/** Limit of Node's processor time per request for a page, a script, or the network's manifest. */
const MAX_CPU_MS = 0.12;
const WARM_UP = 1_000;
const REQUESTS = 4_000;
const CONNECTIONS = 32;

/** Requires a build. @param published folder of a published network; without it, one is generated */
export async function soakFiles(published: string | undefined): Promise<Row[]> {
  const child = await startFunction('http://127.0.0.1:9', {
    SERVED_PAGES: 'build',
    SNAPSHOT_DIR: await publishToday(published),
  });
  try {
    const page = await get(`${ADDRESS}/`);
    const [, script] = /"\.?(\/_app\/immutable\/entry\/start[^"]+)"/.exec(page.body) ?? [];
    if (script === undefined) throw new Error('There is no build/ yet. Run npx vite build.');
    const paths = ['/', '/embed', script, '/snapshot/manifest.json'];
    const measure = (path: string, requests: number) =>
      measureProcessorTime(
        child,
        async () => {
          const { status } = await get(ADDRESS + path);
          if (status !== 200) throw new Error(`${path}: ${status}`);
        },
        requests,
        CONNECTIONS,
      );
    // All of them are warmed up first, because Node compiles the same code for each.
    for (const path of paths) await measure(path, WARM_UP);
    const rows: Row[] = [];
    for (const path of paths) {
      const median = percentile(await measure(path, REQUESTS), 0.5);
      const what = `processor time of ${path === script ? 'a script' : path}, ${CONNECTIONS} at once`;
      rows.push(below(what, median, MAX_CPU_MS));
    }
    return rows;
  } finally {
    await stopFunction(child);
  }
}
