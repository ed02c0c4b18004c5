import { AppError } from '#platform/errors.ts';
import type { SnapshotManifest } from '../snapshot-format/manifest.ts';
import { type PointClass, readClasses } from '../snapshot-format/point-classes.ts';
import type { Block } from '../snapshot-format/block-table.ts';
import { countMatching, type PointFilter, totalFacets } from './class-filter.ts';
import { once } from './once.ts';
import { readBlocks } from './read-blocks.ts';
import type { TablePages } from '#search/tables/paged-table.ts';
import { readManifest } from './read-manifest.ts';
import type { NetworkProblem, Snapshot } from './point-network.ts';
import { forwardQuestions } from './questions.ts';
import { createSnapshotBlocks } from './snapshot-blocks.ts';
import { createSnapshotFiles, type SnapshotFiles } from './snapshot-files.ts';
import { createFilterStates } from './snapshot-filter.ts';
import { createSnapshotSource } from './snapshot-source.ts';

export interface SnapshotOptions {
  /** URL of the folder with `manifest.json`, with a trailing slash. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  now: () => number;
  /** The manifest, as a response or parsed JSON, if a script in the page has already requested it. */
  manifest?: Promise<unknown> | Response;
  /** Waits between attempts. */
  wait?: (milliseconds: number) => Promise<void>;
  /** Of each table of names, if more than one person searches. */
  pagesKept?: TablePages | undefined;
}

/**
 * Opens a published network (docs/snapshot-format.md). Only the manifest and the table of blocks are read before it can be
 * queried.
 * @throws AppError `unsupported_version` if it can't read the format's version, `malformed`, or any fetch error
 */
export async function openSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { baseUrl, fetch } = options;
  const manifest = await readManifest(createSnapshotFiles(baseUrl, fetch), options.manifest);
  const files = createSnapshotFiles(`${baseUrl}${manifest.version}/`, fetch);
  const blocks = await readBlocks(files, manifest);
  const snapshot = assembleSnapshot(manifest, readClasses(manifest), blocks, files, options);
  // Yield to the event loop, as the caller draws the map next.
  await pause(0);
  return snapshot;
}

/**
 * Makes a snapshot of its parts, without a request. They are plain data, which several snapshots of a version can share.
 * @param files of the version's folder
 */
export function assembleSnapshot(
  manifest: SnapshotManifest,
  classes: readonly PointClass[],
  blocks: readonly Block[],
  files: SnapshotFiles,
  { now, wait = pause, pagesKept }: Pick<SnapshotOptions, 'now' | 'wait' | 'pagesKept'>,
): Snapshot {
  const { version, walkedAt, count, setAside: rejected } = manifest;
  const listeners = new Set<() => void>();
  let notifyQueued = false;
  const onchange = () => {
    if (notifyQueued) return;
    notifyQueued = true;
    queueMicrotask(() => {
      notifyQueued = false;
      for (const listener of listeners) listener();
    });
  };

  const loader = createSnapshotBlocks(files, blocks, classes, { onchange, now, wait });
  const filters = createFilterStates(files, blocks, classes);
  let inForce = filters.unfiltered;
  let filterFailure: AppError | null = null;
  let lastFilter: PointFilter | null = null;
  let ready: Promise<void> = Promise.resolve();
  const source = createSnapshotSource(loader, manifest.extent, () => inForce);
  // Loaded on demand, as the first pins need none of them.
  const openAnswers = once(async () =>
    (await import('./answer-questions.ts')).createAnswers({
      files,
      manifest,
      blocks,
      loader,
      source,
      filters,
      filter: () => inForce,
      countries: () => totalFacets(classes).countries,
      pagesKept,
    }),
  );

  function setFilter(filter: PointFilter | null): void {
    lastFilter = filter;
    const asked: Promise<void> = filters.make(filter).then(
      (state) => {
        if (ready !== asked) return;
        inForce = state;
        filterFailure = null;
        onchange();
      },
      (error: unknown) => {
        if (ready === asked && error instanceof AppError) filterFailure = error;
        onchange();
        throw error;
      },
    );
    ready = asked;
    // Also reported in `problems`.
    asked.catch(() => {});
  }

  return {
    whole: true,
    filters: true,
    reading: null,
    version,
    walkedAt,
    count,
    rejected,
    countries: manifest.countries,
    source,
    onchange(callback) {
      const listener = () => callback();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get problems() {
      const problems = new Map<string, NetworkProblem>();
      for (const [index, { error }] of loader.failed) {
        const others = problems.get(error.code)?.count ?? 0;
        const { code: kind, message } = error;
        problems.set(kind, { kind, message, count: others + blocks[index]!.count });
      }
      const all = [...problems.values()];
      if (filterFailure) all.push({ kind: filterFailure.code, message: filterFailure.message, count: 0 });
      return all;
    },
    retry() {
      loader.retry();
      if (filterFailure) setFilter(lastFilter);
    },
    setFilter,
    get ready() {
      return ready;
    },
    counts: () => totalFacets(classes),
    countMatching: (filter) => countMatching(classes, filter),
    loadIn: source.loadIn,
    ...forwardQuestions((question) => openAnswers().then(question)),
    ageMs: (nowMs) => nowMs - (Date.parse(walkedAt) || -Infinity),
    close: loader.close,
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
