import { readFolders } from '../src/lib/config/folders.ts';
import { readPlatformClient } from '../src/lib/config/platform-settings.ts';
import {
  decimal,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
} from '../src/lib/config/setting.ts';

export type SnapshotSettings = ReturnType<typeof parseSnapshotSettings>;
export type ChangeLimits = SnapshotSettings['changeLimits'];

/** Defines a setting for a share: 0 to 1, or to `most`. */
const share = (fallback: number, meaning: string, most = 1) =>
  setting(decimal(0, most), fallback, { meaning });

export const PUBLISHER_SETTINGS = {
  SNAPSHOT_PER_PAGE: setting(wholeNumber(1, 10_000), 500, { meaning: 'points per request' }),
  SNAPSHOT_CONCURRENCY: setting(wholeNumber(1, 64), 6, { meaning: 'concurrent requests' }),
  SNAPSHOT_MAX_LOST_SHARE: share(
    0.01,
    'the largest share of the list that may be missing; beyond it nothing is published',
  ),
  SNAPSHOT_MAX_WALK_MB: setting(wholeNumber(1, 10_000_000), 8_000, {
    meaning: 'maximum disk space for downloaded pages, in MB',
  }),
  SNAPSHOT_MAX_CHANGE_LOST: share(
    0.05,
    "the largest allowed decrease in the number of points, as a share, and share of ids that may be gone (ids set aside don't count)",
  ),
  SNAPSHOT_MAX_CHANGE_GROWN: share(0.5, 'the largest allowed increase in the number of points', 9),
  SNAPSHOT_MAX_CHANGE_COUNTRY: share(
    0.2,
    "the largest allowed decrease in a country's points, if it loses at least 20",
  ),
  SNAPSHOT_MAX_CHANGE_SET_ASIDE: share(
    0.02,
    'the largest allowed increase in the share of items that were set aside: 0.02 is from 1 % to 3 %',
  ),
  SNAPSHOT_MAX_CHANGE_FIELD: share(
    0.05,
    'the largest allowed decrease in the share of points with a country, type, placement, each part of the address, name, picture, capabilities, opening hours',
  ),
  SNAPSHOT_MAX_CHANGE_MOVED: share(
    0.05,
    'the largest allowed share of points, in all and (at least 20) of a country, that are over 1 km from where they were',
  ),
  SNAPSHOT_MAX_CHANGE_KIND: share(
    0.05,
    'the largest allowed share of points whose country, type or placement is another than before',
  ),
  SNAPSHOT_MAX_OUTSIDE_SHARE: share(
    0.1,
    "the largest share of a country's points, if at least 20, that may lie outside it, and that may have latitude and longitude exchanged; also in a first list",
  ),
  SNAPSHOT_KEEP_VERSIONS: setting(wholeNumber(1, 1000), 3, {
    meaning: 'versions that are kept, including the current one',
  }),
};

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`; its message names each missing or invalid key on a separate line
 */
export function parseSnapshotSettings(environment: Environment) {
  const problems: string[] = [];
  const platform = readPlatformClient(environment, problems);
  const values = readSettings(PUBLISHER_SETTINGS, environment, problems);
  refuseProblems(problems);
  return {
    platform,
    folder: readFolders(environment).snapshotFolder,
    perPage: values.SNAPSHOT_PER_PAGE,
    concurrency: values.SNAPSHOT_CONCURRENCY,
    maxLostShare: values.SNAPSHOT_MAX_LOST_SHARE,
    maxWalkBytes: values.SNAPSHOT_MAX_WALK_MB * 1e6,
    /** How far a network may differ from the published one, as shares. */
    changeLimits: {
      lost: values.SNAPSHOT_MAX_CHANGE_LOST,
      grown: values.SNAPSHOT_MAX_CHANGE_GROWN,
      country: values.SNAPSHOT_MAX_CHANGE_COUNTRY,
      rejected: values.SNAPSHOT_MAX_CHANGE_SET_ASIDE,
      field: values.SNAPSHOT_MAX_CHANGE_FIELD,
      moved: values.SNAPSHOT_MAX_CHANGE_MOVED,
      kind: values.SNAPSHOT_MAX_CHANGE_KIND,
    },
    maxOutsideShare: values.SNAPSHOT_MAX_OUTSIDE_SHARE,
    keptVersions: values.SNAPSHOT_KEEP_VERSIONS,
  };
}
