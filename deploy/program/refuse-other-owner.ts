import { statSync } from 'node:fs';
import { readFolders, resolveSetting } from '#config/folders.ts';
import type { Environment } from '#config/setting.ts';
import { findNearestExisting } from '../nearest-existing.ts';
import { AppError } from '#platform/errors.ts';

const ROOT = 0;

/**
 * Refuses to write as root into folders of another user, the service's, or to create such folders there, as the first run does.
 * The service couldn't replace or delete what root made, and every nightly run would fail.
 * @throws AppError `settings_invalid`
 */
export function refuseOtherOwner(environment: Environment): void {
  if (process.getuid?.() !== ROOT) return;
  const { snapshotFolder, streetsFolder } = readFolders(environment);
  for (const folder of [resolveSetting('published'), snapshotFolder, streetsFolder]) {
    const existing = findNearestExisting(folder);
    const owner = statSync(existing).uid;
    if (owner === ROOT) continue;
    const sentence = `${existing} belongs to user id ${owner}, but you are root. Run it as that user: runuser -u "$(id -nu ${owner})" -- node …`;
    throw new AppError('settings_invalid', sentence);
  }
}
