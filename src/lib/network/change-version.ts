import { pause } from '#async/pause.ts';
import type { PointFilter } from './class-filter.ts';
import { openSnapshot, type SnapshotOptions } from './open-snapshot.ts';
import type { Bounds } from './point-source.ts';
import { readNewestManifest } from './read-manifest.ts';
import type { Snapshot } from './point-network.ts';
import { createSnapshotFiles } from './snapshot-files.ts';

/** Maximum version changes per minute: nodes that publish independently may disagree permanently. */
const MAX_CHANGES = 3;
const MINUTE_MS = 60_000;
/** Minimum time between two checks of the manifest: many files may be missing at once, and one check serves all. */
const LOOKS_APART_MS = 1_000;
/** Time to load the points of the view before the change, so that none disappear. On slow connections they load after it. */
const VIEW_WITHIN_MS = 4_000;

export interface ChangeVersionOptions extends Omit<SnapshotOptions, 'manifest'> {
  current: () => Snapshot;
  filter: () => PointFilter | null;
  /** The current view; null before there is one. */
  view: () => Bounds | null;
  /** Replaces the current version with the next one. */
  take: (next: Snapshot) => void;
}

/**
 * Creates a function that switches to another version if the manifest names one. Skipped if there was a check after `sinceMs`.
 */
export function createChangeVersion(options: ChangeVersionOptions): (sinceMs: number) => Promise<void> {
  const { baseUrl, fetch, now, wait = pause, current, filter, view, take } = options;
  let lookedAtMs = -Infinity;
  let looking: Promise<void> | null = null;
  let changesAtMs: number[] = [];

  async function look(): Promise<void> {
    const tooSoonMs = lookedAtMs + LOOKS_APART_MS - now();
    if (tooSoonMs > 0) await wait(tooSoonMs);
    lookedAtMs = now();
    const manifest = await readNewestManifest(createSnapshotFiles(baseUrl, fetch));
    changesAtMs = changesAtMs.filter((atMs) => now() - atMs < MINUTE_MS);
    if (manifest.version === current().version || changesAtMs.length >= MAX_CHANGES) return;
    changesAtMs.push(now());
    const next = await openSnapshot({ baseUrl, fetch, now, wait, manifest: Promise.resolve(manifest) });
    await catchUp(next);
    take(next);
  }

  /** Applies the current filter to the next version and loads the points of the current view. */
  async function catchUp(next: Snapshot): Promise<void> {
    const bounds = view();
    const wanted = filter();
    next.setFilter(wanted);
    // The snapshot reports a failed filter in its `problems`.
    await next.ready.catch(() => {});
    if (bounds !== null) await Promise.race([next.loadIn(bounds), wait(VIEW_WITHIN_MS)]);
    if (filter() !== wanted) next.setFilter(filter());
  }

  return (sinceMs) => {
    if (looking === null && lookedAtMs > sinceMs) return Promise.resolve();
    looking ??= look().finally(() => (looking = null));
    return looking;
  };
}
