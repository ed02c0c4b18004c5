import { statSync } from 'node:fs';
import { readFolders, resolveSetting } from '../../src/lib/config/folders.ts';
import type { Environment } from '../../src/lib/config/setting.ts';
import { AppError } from '#platform/errors.ts';

const ROOT = 0;

/**
 * Refuses to write as root into folders of another user, the service's: it couldn't replace or delete what root made, and every
 * nightly run would fail.
 * @throws AppError `settings_invalid`
 */
export function refuseOtherOwner(environment: Environment): void {
  if (process.getuid?.() !== ROOT) return;
  const { snapshotFolder, streetsFolder } = readFolders(environment);
  for (const folder of [resolveSetting('published'), snapshotFolder, streetsFolder]) {
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? ROOT;
    if (owner === ROOT) continue;
    const sentence = `${folder} belongs to user id ${owner}, and this is root. Run it as that user: runuser -u "$(id -nu ${owner})" -- node …`;
    throw new AppError('settings_invalid', sentence);
  }
}
