import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fulfil } from '../../streets/fulfil.ts';
import { readAreas } from '../../streets/publish.ts';

/** The archive that comes with the project: all of Andorra, Shortbread, zooms 0 to 14. */
export const ANDORRA = join(import.meta.dirname, '../../sandbox/streets/andorra.pmtiles');

/** Runs the command in a folder of its own. */
export function createStreets(folder = mkdtempSync(join(tmpdir(), 'droppoint-streets-'))) {
  const said: string[] = [];
  const terminal = { isTty: false, write: (text: string) => void said.push(text), now: Date.now };
  const surroundings = { now: () => Date.UTC(2026, 10, 1), terminal };
  return {
    folder,
    said,
    take: (file: string, area: string) => fulfil({ what: 'take', file, area }, folder, surroundings),
    remove: (area: string | null) => fulfil({ what: 'remove', area }, folder, surroundings),
    list: () => fulfil({ what: 'list' }, folder, surroundings),
    areas: () => readAreas(folder),
  };
}
