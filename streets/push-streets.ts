import { existsSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import type { ObjectStore } from '../publisher/object-store.ts';
import { push } from '../publisher/push.ts';
import { archivePath, readAreas } from './publish.ts';

const ARCHIVE = /^[a-z0-9-]{1,63}\/[0-9a-f]{16}\.pmtiles$/;

/**
 * Copies the published streets into an object store: archives first, of each area the current one and the one before, the manifest last.
 * @throws SnapshotError of the store, StreetsError for a manifest that can't be read
 */
export async function pushStreets(
  folder: string,
  store: ObjectStore,
  say: (text: string) => void,
): Promise<void> {
  const archives = readAreas(folder).flatMap(({ name, version, earlier = version }) => {
    const before = archivePath(folder, name, earlier);
    // It may have been taken away to make room.
    return [archivePath(folder, name, version), ...(existsSync(before) ? [before] : [])];
  });
  const done = await push(
    {
      folder,
      files: new Map(archives.map((path) => [relative(folder, path), statSync(path).size])),
      isReplaced: () => false,
      packedManifests: [],
      mark: 'areas',
      isOurs: (name) => ARCHIVE.test(name),
    },
    store,
  );
  say(done);
}
