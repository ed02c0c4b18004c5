import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatThousands } from './format.ts';
import { forEachLimit } from '#async/limit.ts';
import { PART_BYTES, type ObjectStore } from './object-store.ts';
import { SnapshotError } from './explain-failure.ts';

const AT_ONCE = 16;
/** The file that readers load first. */
const MANIFEST = 'manifest.json';
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\.json$/, 'application/json'],
  [/\.txt$/, 'text/plain; charset=utf-8'],
];
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A published folder: a network, or streets. File names are relative to the folder, and the same in the store. */
export interface PublishedFolder {
  folder: string;
  /** The files that the manifest refers to, with sizes in bytes. */
  files: ReadonlyMap<string, number>;
  /** Whether a file's content may change under the same name. */
  isReplaced: (name: string) => boolean;
  /** Names of the manifest's compressed variants. */
  packedManifests: readonly string[];
  /** Name of a JSON member that only manifests of this kind have. */
  mark: string;
  /** Whether an object's name can belong to a manifest of this kind, current or earlier. */
  isOurs: (name: string) => boolean;
}

/**
 * Copies a published folder into an object store: first the files, whose presence is verified, then the manifest, so that readers
 * see the old state or the new one. Skips files that the store already has; deletes objects that the manifest no longer refers
 * to.
 * @returns a sentence that summarizes what was done
 * @throws SnapshotError if something else is published there, or the store fails
 */
export async function push(published: PublishedFolder, store: ObjectStore): Promise<string> {
  const { folder, files, isReplaced, isOurs } = published;
  // Read the manifests first: another run may publish a newer network while the files are uploaded.
  const manifests = readManifests(published);
  await refuseOthers(published, store);
  const before = await store.list();
  const changed = [...files].filter(([name, size]) => isReplaced(name) || before.get(name) !== size);
  const headersOf = (name: string) => ({
    'content-type': TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? 'application/octet-stream',
    'cache-control': files.has(name) && !isReplaced(name) ? IMMUTABLE : 'no-cache',
  });
  await forEachLimit(AT_ONCE, changed, ([name, size]) => {
    const path = join(folder, name);
    return size > PART_BYTES
      ? store.putFile(name, path, size, headersOf(name))
      : store.put(name, readFileSync(path), headersOf(name));
  });

  const present = await store.list();
  const missing = [...files].filter(([name, size]) => present.get(name) !== size);
  if (missing.length > 0)
    throw new SnapshotError(
      `The object store accepted ${missing.length} files but doesn't list them (${missing[0]![0]}). Its manifest is unchanged; run the command again.`,
    );
  await putManifests(manifests, store, headersOf);
  const old = [...present.keys()].filter((name) => isOurs(name) && !files.has(name));
  await forEachLimit(AT_ONCE, old, (name) => store.delete(name));
  return `${formatThousands(changed.length)} files uploaded to the object store, ${formatThousands(old.length)} old ones deleted.`;
}

/** Refuses a prefix with another kind of manifest: those of networks and of streets have the same name, so one would overwrite the other. */
async function refuseOthers({ mark }: PublishedFolder, store: ObjectStore): Promise<void> {
  const existing = await store.get(MANIFEST);
  if (existing !== null && !existing.includes(`"${mark}"`))
    throw new SnapshotError(
      'Something else is already published under this prefix. Choose another prefix or another bucket.',
    );
}

/** Reads the manifest and its variants, the uncompressed one last. None without files. */
function readManifests({ folder, packedManifests, files }: PublishedFolder) {
  const names = files.size === 0 ? [] : [...packedManifests, MANIFEST];
  return names.map((name) => [name, readFileSync(join(folder, name))] as const);
}

async function putManifests(
  manifests: readonly (readonly [name: string, content: Buffer])[],
  store: ObjectStore,
  headersOf: (name: string) => Record<string, string>,
): Promise<void> {
  if (manifests.length === 0) return store.delete(MANIFEST);
  for (const [name, content] of manifests) await store.put(name, content, headersOf(name));
  for (const [name, content] of manifests)
    if ((await store.get(name))?.equals(content) !== true)
      throw new SnapshotError(
        `Read back a different ${name} from the object store than was uploaded. Run the command again.`,
      );
}
