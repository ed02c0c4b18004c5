import { statSync } from 'node:fs';
import { readFolders, resolveSetting } from '../../src/lib/config/folders.ts';
import type { Environment } from '../../src/lib/config/setting.ts';
import { findNearestExisting } from '../nearest-existing.ts';
import { AppError } from '#platform/errors.ts';

const ROOT = 0;

/**
 * Refuses to write as root into folders of another user, the service's: it couldn't replace or delete what root made, and every
 * nightly run would fail. Also to make them in such a folder, as the first run does.
 * @throws AppError `settings_invalid`
 */
export function refuseOtherOwner(environment: Environment): void {
  if (process.getuid?.() !== ROOT) return;
  const { snapshotFolder, streetsFolder } = readFolders(environment);
  for (const folder of [resolveSetting('published'), snapshotFolder, streetsFolder]) {
    const there = findNearestExisting(folder);
    const owner = statSync(there).uid;
    if (owner === ROOT) continue;
    const sentence = `${there} belongs to user id ${owner}, and this is root. Run it as that user: runuser -u "$(id -nu ${owner})" -- node …`;
    throw new AppError('settings_invalid', sentence);
  }
}
