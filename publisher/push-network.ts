import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import type { ObjectStore } from './object-store.ts';
import { push } from './push.ts';
import { SnapshotError } from './explain-failure.ts';
import { listVersionFiles, readVersions } from './versions.ts';

const VERSION_FILE = /^[0-9a-f]{16}\//;
/** Matches files that change when the same network is published again. */
const REPLACED = /^[0-9a-f]{16}\/(report|manifest)\./;

/**
 * Copies the published network into an object store: the current version, and the earlier ones that open pages and roll-backs
 * need.
 * @throws SnapshotError if nothing is published, or the store fails
 */
export async function pushNetwork(
  folder: string,
  store: ObjectStore,
  report: (text: string) => void,
): Promise<void> {
  const { current } = readVersions(folder);
  if (current === null) throw new SnapshotError(`Nothing is published in ${folder}.`);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Pick<
    SnapshotManifest,
    'version' | 'earlier'
  >;
  const retainedVersions = [manifest.version, ...(manifest.earlier ?? [])];
  const summary = await push(
    {
      folder,
      files: new Map(retainedVersions.flatMap((version) => [...listVersionFiles(folder, version)])),
      isReplaced: (name) => REPLACED.test(name),
      packedManifests: ['manifest.json.br', 'manifest.json.gz'],
      mark: 'walkedAt',
      isOurs: (name) => VERSION_FILE.test(name),
    },
    store,
  );
  report(`${current}: ${summary}`);
}
