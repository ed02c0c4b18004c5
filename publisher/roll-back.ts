import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '#async/pause.ts';
import { OLDEST_MINOR } from '#network/snapshot-format/manifest.ts';
import { lockFolder } from './lock.ts';
import { readStoredManifest, readVersions, rollBackTo, type StoredManifest } from './versions.ts';
import { SnapshotError } from './explain-failure.ts';

/** Files that every reader needs. */
const NEEDED = ['table.bin', 'ids/index.json', 'report.json'];

/**
 * Publishes a kept version again. The next walk is compared with it, not with the withdrawn versions.
 * @param requested null for the newest version before the current one that isn't withdrawn
 * @throws SnapshotError if there is no such version, or another run is working in the folder
 */
export async function rollBack(
  folder: string,
  requested: string | null,
  report: (text: string) => void,
  wait = pause,
): Promise<StoredManifest> {
  if (!existsSync(folder)) throw new SnapshotError(`Nothing is published in ${folder}.`);
  const lock = await lockFolder(folder, wait, report);
  try {
    const manifest = chooseVersion(folder, requested);
    const missing = NEEDED.find((name) => !existsSync(join(folder, manifest.version, name)));
    if (missing !== undefined)
      throw new SnapshotError(
        `${manifest.version} is incomplete: ${missing} is missing. Choose another version.`,
      );
    rollBackTo(folder, manifest);
    return manifest;
  } finally {
    await lock.release();
  }
}

function chooseVersion(folder: string, requested: string | null): StoredManifest {
  const { current, order } = readVersions(folder);
  const candidates = order.filter(
    (version) => version !== current && (requested === null || version === requested),
  );
  for (const version of candidates) {
    const manifest = readStoredManifest(folder, version);
    if (manifest === null || manifest.minor < OLDEST_MINOR) continue;
    if (requested !== null || !manifest.publication.withdrawn) return manifest;
  }
  throw new SnapshotError(
    requested === null
      ? 'There is no version to roll back to. npm run snapshot -- --list shows the kept versions.'
      : `${requested} is ${requested === current ? 'already published' : 'not a version that you can roll back to'}. npm run snapshot -- --list shows the kept versions.`,
  );
}
