import type { PointFilter } from './class-filter.ts';
import { openSnapshot, pause, type SnapshotOptions } from './open-snapshot.ts';
import type { Bounds } from './point-source.ts';
import { readNewestManifest } from './read-manifest.ts';
import type { Snapshot } from './point-network.ts';
import { createSnapshotFiles } from './snapshot-files.ts';

/** Nodes that publish each for itself may disagree for good: more changes than these in a minute are none. */
const MAX_CHANGES = 3;
const MINUTE_MS = 60_000;
/** Many files may be missing at once: one look at the manifest serves all. */
const LOOKS_APART_MS = 1_000;
/** The points of the view come before the change, so that none leave the screen; on a slow link they come after it. */
const VIEW_WITHIN_MS = 4_000;

export interface ChangeVersionOptions extends Omit<SnapshotOptions, 'manifest'> {
  /** The version in hand. */
  current: () => Snapshot;
  filter: () => PointFilter | null;
  /** What is on the screen; null while nothing is. */
  view: () => Bounds | null;
  /** Puts the next version in the place of the one in hand. */
  take: (next: Snapshot) => void;
}

/**
 * Makes what looks whether the manifest names another version by now, and changes over to it. A look made after `sinceMs` will do.
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

  /** What the screen shows of the version in hand is there in the next one too. */
  async function catchUp(next: Snapshot): Promise<void> {
    const bounds = view();
    const wanted = filter();
    next.setFilter(wanted);
    // Why a filter can't be had, the snapshot tells among its problems.
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
