import * as z from 'zod/mini';
import { AppError } from '../contract/errors.ts';
import { MANIFEST } from '../snapshot-format/layout.ts';
import {
  manifestSchema,
  SNAPSHOT_FORMAT,
  SNAPSHOT_MAJOR,
  type SnapshotManifest,
} from '../snapshot-format/manifest.ts';
import { parseJson, type SnapshotFiles } from './snapshot-files.ts';

const versionSchema = z.looseObject({ format: z.literal(SNAPSHOT_FORMAT), major: z.int() });

/**
 * Reads the manifest: the one that is on its way already, else a fresh one, else the browser's copy, however old, when there is
 * no network.
 * @param early an answer, or its JSON, that a script in the page asked for before this code came
 * @throws AppError `unsupported_version`, `malformed`, or what fetching met
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
      // It was only a head start.
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

/** Reads the manifest as the site has it now, past every copy. @throws AppError as `readManifest` */
export async function readNewestManifest(files: SnapshotFiles): Promise<SnapshotManifest> {
  return checkManifest(await files.readJson(MANIFEST, { cache: 'no-cache' }));
}

async function takeEarly(early: Promise<unknown> | Response): Promise<unknown> {
  const answer = await early;
  if (!(answer instanceof Response)) return answer;
  if (!answer.ok) throw new AppError('unavailable', `The manifest was answered with ${answer.status}.`);
  return parseJson(await answer.text(), MANIFEST);
}

/** The version comes first: a later form needn't look like this one in any other field. */
function checkManifest(json: unknown): SnapshotManifest {
  const version = versionSchema.safeParse(json);
  if (version.success && version.data.major !== SNAPSHOT_MAJOR) {
    throw new AppError(
      'unsupported_version',
      `The snapshot has form ${version.data.major}; this reader knows ${SNAPSHOT_MAJOR}.`,
    );
  }
  const result = manifestSchema.safeParse(json);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new AppError('malformed', 'The manifest of the snapshot is not what was expected.', { problems });
}
