import { readFolders } from '#config/folders.ts';
import { readPlatformSettings } from '#config/platform-settings.ts';
import {
  decimal,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
} from '#config/setting.ts';

export type SnapshotSettings = ReturnType<typeof parseSnapshotSettings>;

export const PUBLISHER_SETTINGS = {
  SNAPSHOT_PER_PAGE: setting(wholeNumber(1, 10_000), 500, { meaning: 'points per request' }),
  SNAPSHOT_CONCURRENCY: setting(wholeNumber(1, 64), 6, { meaning: 'concurrent requests' }),
  SNAPSHOT_MAX_LOST_SHARE: setting(decimal(0, 1), 0.01, {
    meaning: 'the largest share of the list that may be missing; beyond it nothing is published',
  }),
  SNAPSHOT_MAX_WALK_MB: setting(wholeNumber(1, 10_000_000), 8_000, {
    meaning: 'maximum disk space for downloaded pages, in MB',
  }),
  SNAPSHOT_KEEP_VERSIONS: setting(wholeNumber(1, 1000), 3, {
    meaning: 'versions that are kept, including the current one',
  }),
};

/** Limits that earlier releases let an operator choose: `CHANGE_LIMITS` and `MAX_OUTSIDE_SHARE` today. */
const GONE = /^SNAPSHOT_MAX_(CHANGE_[A-Z_]+|OUTSIDE_SHARE)$/;

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`; its message names each missing or invalid key on a separate line
 */
export function parseSnapshotSettings(environment: Environment) {
  const problems = Object.keys(environment)
    .filter((name) => GONE.test(name))
    .map((name) => `${name} is no longer a setting. Remove it; --accept publishes an intended change.`);
  const platform = readPlatformSettings(environment, problems);
  const values = readSettings(PUBLISHER_SETTINGS, environment, problems);
  refuseProblems(problems);
  return {
    platform,
    folder: readFolders(environment).snapshotFolder,
    perPage: values.SNAPSHOT_PER_PAGE,
    concurrency: values.SNAPSHOT_CONCURRENCY,
    maxLostShare: values.SNAPSHOT_MAX_LOST_SHARE,
    maxWalkBytes: values.SNAPSHOT_MAX_WALK_MB * 1e6,
    retainedVersions: values.SNAPSHOT_KEEP_VERSIONS,
  };
}
