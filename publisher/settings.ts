import { resolveSetting } from '../platform-client/base-folder.ts';
import { createKeyReader } from '../platform-client/config-reader.ts';
import { readPlatformClient, type PlatformClient } from '../platform-client/settings.ts';
import { AppError } from '../src/lib/contract/errors.ts';
import type { Environment } from '../src/lib/platform/addresses.ts';
import type { ChangeLimits } from './compare-networks.ts';

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
  /** What the pages that were read may take on disk. */
  maxWalkBytes: number;
  /** How far a network may differ from what is published. */
  changeLimits: ChangeLimits;
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
  const share = (key: string, fallback: string, most = 1) =>
    readShare(key, keys.optional(key, fallback), most, problems);
  const own = {
    folder: readSnapshotFolder(environment),
    perPage: keys.wholeNumber('SNAPSHOT_PER_PAGE', 500, 1, 10_000),
    concurrency: keys.wholeNumber('SNAPSHOT_CONCURRENCY', 6, 1, 64),
    maxLostShare: share('SNAPSHOT_MAX_LOST_SHARE', '0.01'),
    maxWalkBytes: keys.wholeNumber('SNAPSHOT_MAX_WALK_MB', 8_000, 1, 10_000_000) * 1e6,
    changeLimits: {
      lost: share('SNAPSHOT_MAX_CHANGE_LOST', '0.05'),
      grown: share('SNAPSHOT_MAX_CHANGE_GROWN', '0.5', 9),
      country: share('SNAPSHOT_MAX_CHANGE_COUNTRY', '0.2'),
      setAside: share('SNAPSHOT_MAX_CHANGE_SET_ASIDE', '0.02'),
      field: share('SNAPSHOT_MAX_CHANGE_FIELD', '0.05'),
    },
    keptVersions: keys.wholeNumber('SNAPSHOT_KEEP_VERSIONS', 3, 1, 1000),
  };
  if (problems.length > 0) throw new AppError('settings_invalid', problems.join('\n'), { problems });
  return { platform, ...own };
}

/** All that is needed to look at what is published. */
export function readSnapshotFolder(environment: Environment): string {
  return resolveSetting(createKeyReader(environment, []).optional('SNAPSHOT_DIR', 'published/network'));
}

function readShare(key: string, value: string, most: number, problems: string[]): number {
  const share = /^\d(\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  if (share >= 0 && share <= most) return share;
  problems.push(`${key} must be a number from 0 to ${most}, like 0.01.`);
  return 0;
}
