import { AppError } from '#platform/errors.ts';
import { MANIFEST } from './snapshot-format/layout.ts';
import {
  isManifest,
  listWrongFields,
  OLDEST_MINOR,
  SNAPSHOT_FORMAT,
  SNAPSHOT_MAJOR,
  type SnapshotManifest,
} from './snapshot-format/manifest.ts';
import { parseSnapshotJson, type SnapshotFiles } from './snapshot-files.ts';

/**
 * Reads the manifest: the one that is already requested, else a fresh one, else (if that fails to load) the browser's cached copy of
 * any age.
 * @param early a response, or its JSON, that a script in the page requested before this code was loaded
 * @throws AppError `unsupported_version`, `malformed`, or any fetch error
 */
export async function readManifest(
  files: SnapshotFiles,
  early?: Promise<unknown> | Response,
): Promise<SnapshotManifest> {
  if (early !== undefined) {
    try {
      return checkManifest(await takeEarly(early));
    } catch (error) {
      if (error instanceof AppError && error.code === 'unsupported_version') throw error;
      // Otherwise ignored: the early request only saves time.
    }
  }
  try {
    return await readNewestManifest(files);
  } catch (error) {
    if (!(error instanceof AppError) || !['network', 'timeout', 'unavailable'].includes(error.code))
      throw error;
    const copy = await files.readJson(MANIFEST, { cache: 'force-cache' }).catch(() => {
      throw error;
    });
    return checkManifest(copy);
  }
}

/** Reads the current manifest of the site; caches must revalidate. @throws AppError as `readManifest` */
export async function readNewestManifest(files: SnapshotFiles): Promise<SnapshotManifest> {
  return checkManifest(await files.readJson(MANIFEST, { cache: 'no-cache' }));
}

async function takeEarly(early: Promise<unknown> | Response): Promise<unknown> {
  const answer = await early;
  if (!(answer instanceof Response)) return answer;
  if (!answer.ok) throw new AppError('unavailable', `The manifest was answered with ${answer.status}.`);
  return parseSnapshotJson(await answer.text(), MANIFEST);
}

/** Checks the version first: all other fields may differ in a later format. */
function checkManifest(json: unknown): SnapshotManifest {
  const { format, major, ...others } = (json ?? {}) as Partial<SnapshotManifest>;
  const minor = Number.isInteger(others.minor) ? others.minor! : 0;
  const isOurs = format === SNAPSHOT_FORMAT && Number.isInteger(major);
  if (isOurs && (major !== SNAPSHOT_MAJOR || minor < OLDEST_MINOR)) {
    throw new AppError(
      'unsupported_version',
      `The snapshot has form ${major}.${minor}; this reader knows ${SNAPSHOT_MAJOR}.${OLDEST_MINOR} and later.`,
    );
  }
  if (isManifest(json)) return json;
  const problems = listWrongFields(json).map((name) => `${name} is missing or of a wrong form`);
  throw new AppError('malformed', 'The manifest of the snapshot is not what was expected.', { problems });
}
