import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '#platform/back-off.ts';
import { OLDEST_MINOR } from '../src/lib/snapshot-format/manifest.ts';
import { lockFolder } from './lock.ts';
import { rollBackTo } from './publish.ts';
import { SnapshotError } from './explain-failure.ts';
import { readKeptManifest, readVersions, type KeptManifest } from './versions.ts';

/** Files that every reader needs. */
const NEEDED = ['table.bin', 'ids/index.json', 'report.json'];

/**
 * Publishes a kept version again. The next walk is compared with it, not with the withdrawn versions.
 * @param wanted null for the newest one before the current one that isn't withdrawn
 * @throws SnapshotError if there is none, or another run is at work
 */
export async function rollBack(
  folder: string,
  wanted: string | null,
  say: (text: string) => void,
  wait = pause,
): Promise<KeptManifest> {
  if (!existsSync(folder)) throw new SnapshotError(`Nothing is published in ${folder}.`);
  const lock = await lockFolder(folder, wait, say);
  try {
    const manifest = chooseVersion(folder, wanted);
    const missing = NEEDED.find((name) => !existsSync(join(folder, manifest.version, name)));
    if (missing !== undefined)
      throw new SnapshotError(
        `${manifest.version} isn't whole: ${missing} is missing. Choose another version.`,
      );
    rollBackTo(folder, manifest);
    return manifest;
  } finally {
    await lock.release();
  }
}

function chooseVersion(folder: string, wanted: string | null): KeptManifest {
  const { current, order } = readVersions(folder);
  const candidates = order.filter(
    (version) => version !== current && (wanted === null || version === wanted),
  );
  for (const version of candidates) {
    const manifest = readKeptManifest(folder, version);
    if (manifest === null || manifest.minor < OLDEST_MINOR) continue;
    if (wanted !== null || !manifest.publication.withdrawn) return manifest;
  }
  throw new SnapshotError(
    wanted === null
      ? 'There is no version to go back to. npm run snapshot -- --list shows what is kept.'
      : `${wanted} is ${wanted === current ? 'what is published' : 'no version that can be gone back to'}. npm run snapshot -- --list shows what is kept.`,
  );
}
