import { AppError } from '#platform/errors.ts';
import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { readClasses } from '#network/snapshot-format/point-classes.ts';
import type { Position } from '#network/distance.ts';
import { cacheFiles, openFiles } from './cache-files.ts';
import type { ReadCache } from '#async/once.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { readManifest } from '#network/read-manifest.ts';
import { readBlocks } from '#network/read-version.ts';
import { SnapshotNetwork } from '#network/snapshot-network.ts';
import { SnapshotVersion } from '#network/snapshot-version.ts';
import { createLruCache, isRecent } from '../files/lru-cache.ts';
import { NO_STORE, type FileStore } from '../files/store.ts';
import { TEMPORARY_ERRORS } from '../http/refusal.ts';
import { NO_TURNS, type Turns } from '../http/turns.ts';
import { createPointLookUp, type PointLookUp } from './point-look-up.ts';

const MANIFEST_CACHE_MS = 30_000;
/** Cache size at the edge, where an isolate has 128 MB in all. */
const EDGE_CACHE_BYTES = 16 * 1024 * 1024;
/**
 * Number of cached parsed files at the edge (pages of the tables of names, and parts of a
 * snapshot), and their approximate size.
 */
const MAX_PARSED_PAGES = 64;
const PAGE_BYTES = 300_000;

/** A version of the published network, for look-ups. */
export interface PublishedVersion extends PointLookUp {
  /** When the platform's list was read, ISO 8601. */
  readonly walkedAt: string;
  /** Opens the version for searches: places, streets, near points. @throws AppError */
  withSnapshot<Answer>(use: (snapshot: PointNetwork) => Promise<Answer>): Promise<Answer>;
  /** The last position of a point that is gone; null if unknown. */
  findLastPosition(id: string): Promise<Position | null>;
}

export interface NetworkSources {
  now: () => number;
  /** Shares the thread among questions; without it each computes to its end. */
  turns?: Turns;
  /** Serves the static pages. Headers can be added to its responses. */
  servePage?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** Store of the published network. */
  network?: FileStore | undefined;
  /** Only in runtimes where requests can share promises, and a larger cache. */
  networkCache?: {
    bytes: number;
    /** Pages cached of each table of names. */
    pages: number;
  };
}

export type PublishedNetwork = ReturnType<typeof createPublishedNetwork>;

/**
 * Reads the published network. Files are cached between requests as plain data, limited in bytes,
 * until another version is published. On Node the snapshot also stays open between requests. At the
 * edge a promise may never settle for another request, so each request opens its own snapshot from
 * cached parts, parsed pages and files.
 */
export function createPublishedNetwork({
  network: store = NO_STORE,
  networkCache,
  now,
  turns: { pause } = NO_TURNS,
}: NetworkSources) {
  const cache = createLruCache(networkCache?.bytes ?? EDGE_CACHE_BYTES);
  const parsed = createLruCache(MAX_PARSED_PAGES * PAGE_BYTES);
  let current: { manifest: SnapshotManifest; readAtMs: number } | null = null;
  let opened: { version: string; snapshot: Promise<SnapshotNetwork> } | null = null;

  /** @returns null if nothing is published */
  async function findManifest(): Promise<SnapshotManifest | null> {
    if (current !== null && isRecent(current.readAtMs, now(), MANIFEST_CACHE_MS)) return current.manifest;
    try {
      const manifest = await readManifest(openFiles(store));
      if (manifest.version !== current?.manifest.version) {
        cache.clear();
        parsed.clear();
      }
      current = { manifest, readAtMs: now() };
      return manifest;
    } catch (error) {
      // The last manifest stays in use; it contains the network's age.
      if (current !== null && error instanceof AppError && TEMPORARY_ERRORS.has(error.code)) {
        current = { ...current, readAtMs: now() };
        return current.manifest;
      }
      current = null;
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  async function open(manifest: SnapshotManifest): Promise<SnapshotNetwork> {
    const { version } = manifest;
    const files = cacheFiles(store, `${version}/`, cache);
    const cacheParsed: ReadCache = (name, read, weigh = () => PAGE_BYTES) =>
      parsed.getOrRead(`${version}/${name}`, read, weigh);
    const classes = await cacheParsed('classes', () => Promise.resolve(readClasses(manifest)));
    const blocks = await cacheParsed('blocks', () => readBlocks(files, manifest));
    const tablePages =
      networkCache === undefined
        ? { capacity: MAX_PARSED_PAGES, cache: cacheParsed }
        : { capacity: networkCache.pages, pause };
    const parts = { manifest, classes, blocks, files };
    return new SnapshotNetwork(new SnapshotVersion(parts, { now, tablePages }));
  }

  async function withSnapshot<Answer>(
    manifest: SnapshotManifest,
    use: (snapshot: PointNetwork) => Promise<Answer>,
  ): Promise<Answer> {
    if (networkCache === undefined) {
      const snapshot = await open(manifest);
      return use(snapshot).finally(() => snapshot.close());
    }
    if (opened?.version !== manifest.version) {
      const opening = { version: manifest.version, snapshot: open(manifest) };
      opened = opening;
      // After a failure, the next request opens it again.
      opening.snapshot.catch(() => {
        if (opened === opening) opened = null;
      });
    }
    return use(await opened.snapshot);
  }

  function lookUpIn(version: string, chunkSize: number): PointLookUp {
    return createPointLookUp(openFiles(store, `${version}/`), version, chunkSize, cache, pause);
  }

  async function lookOnce<Answer>(
    lookUp: (network: PublishedVersion) => Promise<Answer>,
  ): Promise<Answer | null> {
    const manifest = await findManifest();
    if (manifest === null) return null;
    const { version, earlier = [], chunkSize, walkedAt } = manifest;
    const earlierPoints = earlier.map((each) => lookUpIn(each, chunkSize));
    const points = lookUpIn(version, chunkSize);
    return lookUp({
      ...points,
      walkedAt,
      withSnapshot: (use) => withSnapshot(manifest, use),
      findLastPosition: (id) => findLastPosition(id, earlierPoints),
    });
  }

  return {
    /**
     * Runs a look-up in the current version.
     * @returns null if none is published
     * @throws AppError of the look-up
     */
    async look<Answer>(lookUp: (network: PublishedVersion) => Promise<Answer>): Promise<Answer | null> {
      const before = current;
      try {
        return await lookOnce(lookUp);
      } catch (error) {
        // Retried once: the cached manifest's version may have been removed.
        if (before === null || !(error instanceof AppError)) throw error;
        current = null;
        return lookOnce(lookUp);
      }
    },
  };
}

/**
 * The last position of a point that is gone, from earlier versions that are still stored.
 * @param versions newest first
 * @returns null if none of them has it
 */
async function findLastPosition(id: string, versions: readonly PointLookUp[]): Promise<Position | null> {
  for (const version of versions) {
    try {
      const point = await version.findPoint(id);
      if (point !== null) return point.coordinates;
    } catch (error) {
      // Unreadable versions are skipped: only the alternatives depend on it.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}
