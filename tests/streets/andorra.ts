import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectStore } from '../../publisher/object-store.ts';
import { runCommand } from '../../publisher/streets/run-command.ts';
import { readPublishedAreas } from '../../publisher/streets/publish.ts';
import { makeFolder } from '../temporary-folder.ts';
import { makeStreetAt } from './made-up-archive.ts';

/** The archive that comes with the project: all of Andorra, Shortbread, zooms 0 to 14. */
export const ANDORRA = join(import.meta.dirname, '../../sandbox/streets/andorra.pmtiles');

/** Creates a folder for streets, with functions that run the streets command there. */
export function createStreets(folder = makeFolder(), store: ObjectStore | null = null) {
  const printed: string[] = [];
  const terminal = { isTty: false, write: (text: string) => void printed.push(text), now: Date.now };
  const dependencies = { now: () => Date.UTC(2026, 10, 1), terminal, store };
  const take = (file: string, area: string, search = true) =>
    runCommand({ what: 'take', file, area, search, to: null }, folder, dependencies);
  /** Imports three archives one after the other. @returns their versions */
  const takeThrice = async (area: string) => {
    const versions: string[] = [];
    for (const y of [100, 200, 300]) {
      await take(await makeStreetAt(y), area);
      versions.push(readPublishedAreas(folder).find(({ name }) => name === area)!.version);
    }
    return versions;
  };
  return {
    folder,
    printed,
    take,
    takeThrice,
    remove: (area: string | null) => runCommand({ what: 'remove', area, to: null }, folder, dependencies),
    list: () => runCommand({ what: 'list', to: null }, folder, dependencies),
    areas: () => readPublishedAreas(folder),
  };
}

type Streets = ReturnType<typeof createStreets>;
let taken: Promise<Streets> | undefined;

/** Imports the streets of Andorra once per worker, because it takes seconds. Tests that change them must use a copy. */
export const takeAndorra = (): Promise<Streets> => (taken ??= takeNow());

async function takeNow(): Promise<Streets> {
  const streets = createStreets();
  await streets.take(ANDORRA, 'andorra');
  return streets;
}

/** @param folder may already have a manifest, which is replaced */
export async function copyAndorra(folder = makeFolder()): Promise<Streets> {
  cpSync((await takeAndorra()).folder, folder, { recursive: true });
  return createStreets(folder);
}

/** Changes the manifest in a folder as if the streets had been imported without gazetteers. */
export function dropGazetteers(folder: string): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { areas: object[] };
  const areas = manifest.areas.map((area) => ({ ...area, search: undefined }));
  writeFileSync(path, JSON.stringify({ ...manifest, areas }));
}
