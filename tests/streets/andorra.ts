import { join } from 'node:path';
import type { ObjectStore } from '../../publisher/object-store.ts';
import { fulfil } from '../../publisher/streets/fulfil.ts';
import { readAreas } from '../../publisher/streets/publish.ts';
import { makeFolder } from '../temporary-folder.ts';
import { makeStreetAt } from './made-up-archive.ts';

/** The archive that comes with the project: all of Andorra, Shortbread, zooms 0 to 14. */
export const ANDORRA = join(import.meta.dirname, '../../sandbox/streets/andorra.pmtiles');

/** The streets command in a folder of its own. */
export function createStreets(folder = makeFolder(), store: ObjectStore | null = null) {
  const said: string[] = [];
  const terminal = { isTty: false, write: (text: string) => void said.push(text), now: Date.now };
  const dependencies = { now: () => Date.UTC(2026, 10, 1), terminal, store };
  const take = (file: string, area: string, search = true) =>
    fulfil({ what: 'take', file, area, search, to: null }, folder, dependencies);
  /** Takes three archives after one another. @returns their versions */
  const takeThrice = async (area: string) => {
    const versions: string[] = [];
    for (const y of [100, 200, 300]) {
      await take(await makeStreetAt(y), area);
      versions.push(readAreas(folder).find(({ name }) => name === area)!.version);
    }
    return versions;
  };
  return {
    folder,
    said,
    take,
    takeThrice,
    remove: (area: string | null) => fulfil({ what: 'remove', area, to: null }, folder, dependencies),
    list: () => fulfil({ what: 'list', to: null }, folder, dependencies),
    areas: () => readAreas(folder),
  };
}
