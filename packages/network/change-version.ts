import { pause } from '#async/pause.ts';
import { readNewestManifest } from './read-manifest.ts';
import { createSnapshotFiles } from './snapshot-files.ts';
import { loadView } from './snapshot-source.ts';
import { openVersion, type SnapshotOptions, type SnapshotVersion } from './snapshot-version.ts';

/** Maximum version changes per minute: nodes that publish independently may disagree permanently. */
const MAX_CHANGES = 3;
const MINUTE_MS = 60_000;
/** Minimum time between two checks of the manifest: many files may be missing at once, and one check serves all. */
const CHECKS_APART_MS = 1_000;
/** Time to load the points of the view before the change, so that none disappear. On slow connections they load after it. */
const VIEW_WITHIN_MS = 4_000;

/** A reader that shows one version at a time. */
interface VersionHolder {
  readonly current: SnapshotVersion;
  replace(next: SnapshotVersion): void;
}

/** Switches to another version if the manifest names one. Skipped if there was a check after `sinceMs`. */
export type ChangeVersion = (sinceMs: number) => Promise<void>;

/** @param options where to read the next version */
export function createChangeVersion(options: SnapshotOptions, network: VersionHolder): ChangeVersion {
  const { baseUrl, fetch, now, wait = pause } = options;
  let checkedAtMs = -Infinity;
  let checking: Promise<void> | null = null;
  let changesAtMs: number[] = [];

  async function check(): Promise<void> {
    const tooSoonMs = checkedAtMs + CHECKS_APART_MS - now();
    if (tooSoonMs > 0) await wait(tooSoonMs);
    checkedAtMs = now();
    const manifest = await readNewestManifest(createSnapshotFiles(baseUrl, fetch));
    changesAtMs = changesAtMs.filter((atMs) => now() - atMs < MINUTE_MS);
    if (manifest.version === network.current.parts.manifest.version || changesAtMs.length >= MAX_CHANGES)
      return;
    changesAtMs.push(now());
    const next = await openVersion({ ...options, manifest: Promise.resolve(manifest) });
    await catchUp(next, network.current);
    network.replace(next);
  }

  /** Applies the filter of the version before to the next one, and loads the points of its view. */
  async function catchUp(next: SnapshotVersion, before: SnapshotVersion): Promise<void> {
    const { filter, view } = before;
    next.setFilter(filter);
    // The version reports a failed filter in its `errors`.
    await next.ready.catch(() => {});
    if (view !== null) await Promise.race([loadView(next, view), wait(VIEW_WITHIN_MS)]);
    if (before.filter !== filter) next.setFilter(before.filter);
    next.view = before.view;
  }

  return (sinceMs) => {
    if (checking === null && checkedAtMs > sinceMs) return Promise.resolve();
    checking ??= check().finally(() => (checking = null));
    return checking;
  };
}
