import { createKeyReader } from '../platform-client/config-reader.ts';
import { readPlatformClient, type PlatformClient } from '../platform-client/settings.ts';
import { AppError } from '../src/lib/contract/errors.ts';
import type { Environment } from '../src/lib/platform/addresses.ts';

/** Everything `npm run snapshot` is told from outside. */
export interface SnapshotSettings {
  /** As the function reads it. */
  platform: PlatformClient;
  /** Folder that is published. */
  folder: string;
  /** Points asked for with one request. */
  perPage: number;
  /** Requests under way at once. */
  concurrency: number;
  /** The largest part of the list that may be missing from what is published, 0 to 1. */
  maxLostShare: number;
  /** Versions that stay, the current one included. */
  keptVersions: number;
}

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`, whose message names every key that is missing or wrong, one a line
 */
export function parseSnapshotSettings(environment: Environment): SnapshotSettings {
  const problems: string[] = [];
  const platform = readPlatformClient(environment, problems);
  const keys = createKeyReader(environment, problems);
  const own = {
    folder: keys.optional('SNAPSHOT_DIR', 'published/network'),
    perPage: keys.wholeNumber('SNAPSHOT_PER_PAGE', 500, 1, 10_000),
    concurrency: keys.wholeNumber('SNAPSHOT_CONCURRENCY', 6, 1, 64),
    maxLostShare: readShare(keys.optional('SNAPSHOT_MAX_LOST_SHARE', '0.01'), problems),
    keptVersions: keys.wholeNumber('SNAPSHOT_KEEP_VERSIONS', 3, 1, 1000),
  };
  if (problems.length > 0) throw new AppError('settings_invalid', problems.join('\n'), { problems });
  return { platform, ...own };
}

function readShare(value: string, problems: string[]): number {
  const share = /^\d(\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  if (share >= 0 && share <= 1) return share;
  problems.push('SNAPSHOT_MAX_LOST_SHARE must be a number from 0 to 1, like 0.01.');
  return 0;
}
