import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { end, startProgram, waitUntilReady } from '../../tests/processes.ts';
import { settingsAt } from '../../tests/sandbox/platform-settings.ts';
import { BENCH_FOLDER } from './places.ts';

/** One run of the operator's command that publishes the sandbox's list, including the download. */
export interface PublishingRow {
  part: 'publishing';
  /** Number of points in the list; some of them are set aside. */
  points: number;
  /** See `MemoryRow.load`. */
  load: number;
  seconds: number;
  /** Processor time of all threads. */
  cpuSeconds: number;
  peakBytes: number;
  /** Number of files in the version, without and with the compressed copies beside them. */
  files: number;
  filesWithPacked: number;
  /** Size of the version without the compressed copies. */
  bytes: number;
}

const PACKED = /\.(br|gz)$/;
const SANDBOX_PORT = 47_090;
/** Makes a program print its resource usage when it exits. */
const PRINT_USAGE = `data:text/javascript,process.on('exit',()=>console.log('took '+JSON.stringify(process.resourceUsage())))`;

/** Publishes once and measures it. Doesn't need a browser. */
export async function publishOnce(points: number): Promise<PublishingRow> {
  const load = loadavg()[0]!;
  const folder = resolve(BENCH_FOLDER, 'publishing');
  rmSync(folder, { recursive: true, force: true });
  const environment = makeEnvironment(points, folder);
  const platform = startProgram(['sandbox/main.ts'], environment);
  try {
    await waitUntilReady(`${environment.PLATFORM_BASE_URL}/__sandbox/faults`);
    const startedMs = performance.now();
    const publisher = startProgram(['--import', PRINT_USAGE, 'publisher/main.ts'], environment, [
      'ignore',
      'pipe',
      'inherit',
    ]);
    let printed = '';
    publisher.stdout!.on('data', (text) => (printed += String(text)));
    const [code] = (await once(publisher, 'close')) as [number];
    const seconds = (performance.now() - startedMs) / 1000;
    if (code !== 0) throw new Error(`publishing ended with ${code}: ${printed}`);
    const took = JSON.parse(/^took (.*)$/m.exec(printed)![1]!) as NodeJS.ResourceUsage;
    return {
      part: 'publishing',
      points,
      load,
      seconds,
      cpuSeconds: (took.userCPUTime + took.systemCPUTime) / 1e6,
      // Node reports units of 1,024 bytes.
      peakBytes: took.maxRSS * 1024,
      ...countFiles(folder),
    };
  } finally {
    await end(platform);
    rmSync(folder, { recursive: true, force: true });
  }
}

function countFiles(folder: string): Pick<PublishingRow, 'files' | 'filesWithPacked' | 'bytes'> {
  const { version } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { version: string };
  const files = readdirSync(join(folder, version), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const plain = files.filter((path) => !PACKED.test(path));
  return {
    files: plain.length,
    filesWithPacked: files.length,
    bytes: plain.reduce((sum, path) => sum + statSync(path).size, 0),
  };
}

const makeEnvironment = (points: number, folder: string) => ({
  SANDBOX_PORT: String(SANDBOX_PORT),
  SANDBOX_POINTS: String(points),
  SANDBOX_DATA: '',
  SANDBOX_SEED: '1',
  SANDBOX_FAULTS: '',
  ...settingsAt(SANDBOX_PORT),
  SNAPSHOT_DIR: folder,
});
