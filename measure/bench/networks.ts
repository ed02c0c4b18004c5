import { createHash } from 'node:crypto';
import { FILTER_DIMENSIONS } from '../../packages/contract/filter-dimensions.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, brotliCompressSync } from 'node:zlib';
import { readPoint } from '../../packages/platform/point.ts';
import { loadDataFile } from '../../sandbox/data-file.ts';
import { generateNetwork } from '../../sandbox/network/generate.ts';
import { placeOnStreets } from '../../sandbox/network/on-streets.ts';
import { createRandom } from '../../sandbox/network/random.ts';
import { arrangeNetwork, compileNetwork } from '../../publisher/compile-network.ts';
import { type PointColumns, PointTable } from '../../publisher/point-table.ts';
import { PageLog } from '../../publisher/page-log.ts';
import { publishVersion } from '../../publisher/versions.ts';
import { VersionFolder } from '../../publisher/version-folder.ts';
import { BENCH_FOLDER } from './places.ts';

/** A generated network on disk, in the formats that the variants read. */
export interface BenchNetwork {
  points: number;
  /** Folder of the published snapshot; very large snapshots have no chunks. */
  published: string;
  /** One JSON array with `[id, latitude, longitude, country, type, locationType]` for every point; a `.br` file lies beside it. */
  rowsFile: string;
}

const SEED = 1;
/** Networks are dated today, because with an old one the product asks the platform about each point. */
const WALKED_AT = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
const PER_PAGE = 500;
/** Half the side length of a network around a town. */
const AROUND_DEGREES = 0.5;
/** A network that an earlier run made on the same day is reused unless any of these has changed. */
const SOURCE_FOLDERS = ['publisher', 'sandbox/network', 'packages/network/snapshot-format'];
const SOURCE_FILES = ['measure/bench/networks.ts', 'packages/platform/point.ts'];

/** Above this size, it takes minutes to write the details for rows and cards. */
const MAX_WITH_CHUNKS = 500_000;

/** Whether a network of this size is published with the details for rows and cards. */
export const hasChunks = (points: number): boolean => points <= MAX_WITH_CHUNKS;

/** Generates a network of a given size, or reuses that of an earlier run. */
export async function makeNetwork(points: number, logLine: (line: string) => void): Promise<BenchNetwork> {
  const { itemAt } = generateNetwork({ points, seed: SEED, imageBase: 'http://localhost' });
  return publishNetwork(String(points), points, itemAt, logLine);
}

/** Publishes the points of a file in the format of `SANDBOX_DATA`. @throws if it can't be read */
export async function makeNetworkOfFile(
  path: string,
  logLine: (line: string) => void,
): Promise<BenchNetwork> {
  const { source } = await loadDataFile(path);
  const name = createHash('sha256').update(path).digest('hex').slice(0, 8);
  return publishNetwork(
    `file-${name}`,
    source.count,
    (at) => JSON.parse(source.jsonAt(at)) as object,
    logLine,
  );
}

/** Publishes a few items under a name; each run publishes them again. */
export async function makeNetworkOfItems(
  name: string,
  items: readonly object[],
  logLine: (line: string) => void,
): Promise<BenchNetwork> {
  rmSync(join(BENCH_FOLDER, name), { recursive: true, force: true });
  return publishNetwork(name, items.length, (at) => items[at]!, logLine);
}

/** Publishes the sandbox's points along the streets of an archive. */
export async function makeNetworkOnStreets(
  archive: string,
  logLine: (line: string) => void,
): Promise<BenchNetwork> {
  const items = await placeOnStreets(archive, SEED, 'http://localhost');
  return publishNetwork('streets', items.length, (at) => items[at]!, logLine);
}

/** Publishes a network whose points all lie around a town, with more points towards its centre. */
export async function makeNetworkAround(
  { latitude, longitude }: { latitude: number; longitude: number },
  points: number,
  logLine: (line: string) => void,
): Promise<BenchNetwork> {
  const { itemAt } = generateNetwork({ points, seed: SEED, imageBase: 'http://localhost' });
  const itemNear = (index: number) => {
    const random = createRandom(SEED, index);
    const aside = () => (random() + random() - 1) * AROUND_DEGREES;
    return {
      ...itemAt(index),
      coordinates: { latitude: latitude + aside(), longitude: longitude + aside() },
    };
  };
  return publishNetwork(`around-${points}`, points, itemNear, logLine);
}

async function publishNetwork(
  name: string,
  points: number,
  itemAt: (index: number) => object,
  logLine: (line: string) => void,
): Promise<BenchNetwork> {
  const folder = join(BENCH_FOLDER, name);
  const network = { points, published: join(folder, 'published'), rowsFile: join(folder, 'network.json') };
  const stampFile = join(folder, 'stamp');
  const stamp = stampSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return network;

  logLine(`publishing a network of ${points.toLocaleString('en')} points …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(network.published, { recursive: true });
  const log = new PageLog(join(folder, '.walk'), 'bench');
  try {
    const table = new PointTable();
    for (const answer of listPages(points, itemAt)) {
      const { page } = answer;
      for (const [index, { item, ...text }] of log.append(answer, 0).entries())
        table.take(readPoint(item), { pass: 1, page, index, position: 0 }, text);
    }
    const columns = table.finish();
    writeRows(columns, network.rowsFile);
    await publish(columns, log, network.published, hasChunks(points));
  } finally {
    log.remove();
  }
  writeFileSync(stampFile, stamp);
  return network;
}

function* listPages(points: number, itemAt: (index: number) => object) {
  const totalPages = Math.ceil(points / PER_PAGE);
  for (let page = 1; page <= totalPages; page++) {
    const start = (page - 1) * PER_PAGE;
    const length = Math.min(PER_PAGE, points - start);
    const items = Array.from({ length }, (_, at) => itemAt(start + at));
    yield { page, count: points, totalPages, perPage: PER_PAGE, items };
  }
}

async function publish(
  columns: PointColumns,
  log: PageLog,
  published: string,
  chunks: boolean,
): Promise<void> {
  const folder = new (chunks ? VersionFolder : WithoutChunks)(join(published, '.next'));
  const walk = { walkMs: 0, lost: 0, moved: false, passes: 1, failedPages: [], failure: null, contract: [] };
  const network = arrangeNetwork(columns, { ...walk, walkedAt: WALKED_AT, listed: columns.length });
  const manifest = await compileNetwork(network, log, folder);
  publishVersion(published, folder.path, manifest, { accepted: false, retained: 1, packing: folder.packing });
}

/** A version folder without chunks: these hold the whole items, and take most of the bytes and of the compression time. */
class WithoutChunks extends VersionFolder {
  override async add(...[name, content]: Parameters<VersionFolder['add']>): Promise<void> {
    if (!name.startsWith('chunks/')) await super.add(name, content);
  }
}

function writeRows(points: PointColumns, file: string): void {
  const parts: string[] = [];
  for (let row = 0; row < points.length; row++) {
    parts.push(
      JSON.stringify([
        points.ids[row],
        points.latitudes[row],
        points.longitudes[row],
        ...FILTER_DIMENSIONS.map(({ field }) => points.classLabels[points.classes[row]!]![field]),
      ]),
    );
  }
  const bytes = Buffer.from(`[${parts.join(',')}]`);
  writeFileSync(file, bytes);
  // The quality that the snapshot's writer uses for large files.
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}

function stampSources(): string {
  const inFolders = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const hash = createHash('sha256').update(WALKED_AT);
  for (const file of [...inFolders, ...SOURCE_FILES].sort()) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
