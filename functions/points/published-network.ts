import { AppError, type ErrorCode } from '../../src/lib/contract/errors.ts';
import { SNAPSHOT_FOLDER } from '../../src/lib/snapshot-format/layout.ts';
import { REJECTED_SINCE_MINOR, type SnapshotManifest } from '../../src/lib/snapshot-format/manifest.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { openSnapshot } from '../../src/lib/network/open-snapshot.ts';
import { readManifest } from '../../src/lib/network/read-manifest.ts';
import type { Snapshot } from '../../src/lib/network/point-network.ts';
import { createSnapshotFiles } from '../../src/lib/network/snapshot-files.ts';
import { isRecent, createKeptData } from './kept-data.ts';
import { createPointLookUp, type PointLookUp } from './point-look-up.ts';

/** For so long the manifest is taken as current. */
const MANIFEST_KEPT_MS = 30_000;
/** A store that is away for a while takes nothing from what was read of it: the network tells its own age. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['network', 'timeout', 'unavailable', 'rate_limited']);
/** An isolate at the edge has 128 MB for everything. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** A version of the published network as the function looks into it. */
export interface PublishedVersion extends PointLookUp {
  /** When the platform's list was read, ISO 8601. */
  readonly walkedAt: string;
  /** What takes all the rest of the network: places, streets, near points. @throws AppError */
  withSnapshot<Answer>(use: (snapshot: Snapshot) => Promise<Answer>): Promise<Answer>;
  /** Where a point was that is gone; null when nobody knows. */
  findLastPosition(id: string): Promise<Position | null>;
}

/** Where its files are read from. */
export interface NetworkSources {
  now: () => number;
  /** Serves the static pages, with headers that can be added to. */
  servePage?: (request: Request) => Response | Promise<Response>;
  /**
   * Reads files of the published network where one request may wait for what another began, and may keep more of them than an isolate;
   * elsewhere `servePage` is asked.
   */
  readPublished?: {
    /** @returns null when there is no such file */
    read: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
    keptBytes: number;
    /** Of each table of names. */
    keptPages: number;
  };
}

export type PublishedNetwork = ReturnType<typeof createPublishedNetwork>;

/**
 * Reads the published network. What was read is kept between requests as plain data, up to a number of bytes, until another version is
 * published. On Node the part that finds near points stays open as well; at the edge, what one request has under way may never settle
 * for another one, so there it is opened for each question, from files that are kept.
 */
export function createPublishedNetwork(appOrigin: string, { servePage, readPublished, now }: NetworkSources) {
  const baseUrl = `${appOrigin}${SNAPSHOT_FOLDER}`;
  const kept = createKeptData(readPublished?.keptBytes ?? KEPT_BYTES);
  let current: { manifest: SnapshotManifest; readAtMs: number } | null = null;
  let opened: { version: string; snapshot: Promise<Snapshot> } | null = null;

  async function fetchFile(input: string | URL | Request): Promise<Response> {
    const address = input instanceof Request ? input.url : String(input);
    if (readPublished !== undefined) {
      const bytes = await readPublished.read(decodeURIComponent(address.slice(baseUrl.length)));
      return new Response(bytes, { status: bytes === null ? 404 : 200 });
    }
    return (await servePage?.(new Request(address))) ?? new Response(null, { status: 404 });
  }

  const fetchKept: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const there = init?.cache === 'reload' ? undefined : kept.get(address);
    if (there !== undefined) return new Response(there as Uint8Array<ArrayBuffer>);
    const answer = await fetchFile(address);
    if (!answer.ok) return answer;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    kept.set(address, bytes, bytes.length);
    return new Response(bytes);
  };

  /** @returns null when nothing is published */
  async function findManifest(): Promise<SnapshotManifest | null> {
    if (current !== null && isRecent(current.readAtMs, now(), MANIFEST_KEPT_MS)) return current.manifest;
    try {
      const manifest = await readManifest(createSnapshotFiles(baseUrl, fetchFile));
      if (manifest.version !== current?.manifest.version) kept.clear();
      current = { manifest, readAtMs: now() };
      return manifest;
    } catch (error) {
      if (current !== null && error instanceof AppError && PASSING.has(error.code)) {
        current = { ...current, readAtMs: now() };
        return current.manifest;
      }
      current = null;
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }

  const open = (manifest: SnapshotManifest) =>
    openSnapshot({
      baseUrl,
      fetch: fetchKept,
      now,
      manifest: Promise.resolve(manifest),
      pagesKept: readPublished?.keptPages,
    });

  async function withSnapshot<Answer>(
    manifest: SnapshotManifest,
    use: (snapshot: Snapshot) => Promise<Answer>,
  ): Promise<Answer> {
    if (readPublished === undefined) {
      const snapshot = await open(manifest);
      return use(snapshot).finally(() => snapshot.close());
    }
    if (opened?.version !== manifest.version) {
      const opening = { version: manifest.version, snapshot: open(manifest) };
      opened = opening;
      // What failed is opened anew by the next question.
      opening.snapshot.catch(() => {
        if (opened === opening) opened = null;
      });
    }
    return use(await opened.snapshot);
  }

  function lookUpIn(version: string, chunkSize: number): PointLookUp {
    return createPointLookUp(
      createSnapshotFiles(`${baseUrl}${version}/`, fetchFile),
      version,
      chunkSize,
      kept,
    );
  }

  async function lookOnce<Answer>(
    lookUp: (network: PublishedVersion) => Promise<Answer>,
  ): Promise<Answer | null> {
    const manifest = await findManifest();
    if (manifest === null) return null;
    const { version, earlier = [], chunkSize, walkedAt, minor } = manifest;
    const current = lookUpIn(version, chunkSize);
    return lookUp({
      ...current,
      // Networks published before there was the table don't tell.
      isRejected: async (id) => minor >= REJECTED_SINCE_MINOR && (await current.isRejected(id)),
      walkedAt,
      withSnapshot: (use) => withSnapshot(manifest, use),
      findLastPosition: (id) =>
        findLastPosition(
          id,
          earlier.map((each) => lookUpIn(each, chunkSize)),
        ),
    });
  }

  return {
    /**
     * Looks something up in the current version.
     * @returns null when none is published
     * @throws AppError as the look-up does
     */
    async look<Answer>(lookUp: (network: PublishedVersion) => Promise<Answer>): Promise<Answer | null> {
      const before = current;
      try {
        return await lookOnce(lookUp);
      } catch (error) {
        // The version that the kept manifest names may be gone by now.
        if (before === null || !(error instanceof AppError)) throw error;
        current = null;
        return lookOnce(lookUp);
      }
    },
  };
}

/**
 * Where a point was that the network has no more, as the versions that still lie beside the current one know it.
 * @param versions the newest first
 * @returns null when none of them knows it
 */
async function findLastPosition(id: string, versions: readonly PointLookUp[]): Promise<Position | null> {
  for (const version of versions) {
    try {
      const point = await version.findPoint(id);
      if (point !== null) return point.coordinates;
    } catch (error) {
      // Only the alternatives hang on it: a version that can't be read is passed over.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}
