import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ObjectStore } from '../object-store.ts';
import { push } from '../push.ts';
import {
  STREETS_ATTRIBUTION,
  STREETS_FORMAT,
  streetsManifestSchema,
  type StreetsArea,
  type StreetsManifest,
} from '../../src/lib/contract/streets.ts';
import { StreetsError } from './explain-failure.ts';

const MANIFEST = 'manifest.json';

/** @returns the published areas, none if there is no manifest; @throws StreetsError if it can't be read */
export function readAreas(folder: string): StreetsArea[] {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return [];
  try {
    return streetsManifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).areas;
  } catch (cause) {
    throw new StreetsError(`${file} can't be read. Delete it, and import the areas again.`, {
      cause,
    });
  }
}

/** Path of the archive of a version. */
export const archivePath = (folder: string, area: string, version: string) =>
  join(folder, area, `${version}.pmtiles`);

/**
 * Publishes a complete archive in place of the area's previous one. Archive and manifest are renamed into place, so readers see
 * either the old or the new one. The previous version is kept for open pages, and deleted when the next one is published.
 * @param staged path of the archive, in the same folder
 */
export function publishArea(folder: string, staged: string, area: StreetsArea): void {
  const areas = readAreas(folder);
  const before = areas.find(({ name }) => name === area.name);
  const earlier = before?.version === area.version ? before.earlier : before?.version;
  mkdirSync(join(folder, area.name), { recursive: true });
  renameSync(staged, archivePath(folder, area.name, area.version));
  const published: StreetsArea = { ...area, ...(earlier === undefined ? {} : { earlier }) };
  const others = areas.filter(({ name }) => name !== area.name);
  writeManifest(
    folder,
    [...others, published].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const kept = [area.version, earlier].map((version) => `${version}.pmtiles`);
  for (const name of readdirSync(join(folder, area.name)))
    if (!kept.includes(name)) rmSync(join(folder, area.name, name));
}

/**
 * Removes areas, from the manifest first, so that it never refers to deleted archives.
 * @param name name of the area; null: all areas
 * @returns names of the removed areas
 * @throws StreetsError if there is no such area
 */
export function removeAreas(folder: string, name: string | null): string[] {
  const areas = readAreas(folder);
  const gone = areas.filter((area) => name === null || area.name === name).map((area) => area.name);
  if (gone.length === 0) {
    const there = areas.map((area) => area.name).join(', ') || 'none';
    throw new StreetsError(
      `There are no streets ${name === null ? '' : `of ${name} `}in ${folder}. Areas: ${there}.`,
    );
  }
  const left = areas.filter((area) => !gone.includes(area.name));
  if (left.length > 0) writeManifest(folder, left);
  else rmSync(join(folder, MANIFEST));
  for (const area of gone) rmSync(join(folder, area), { recursive: true, force: true });
  return gone;
}

function writeManifest(folder: string, areas: StreetsArea[]): void {
  const content = {
    format: STREETS_FORMAT,
    minZoom: Math.min(...areas.map(({ minZoom }) => minZoom)),
    maxZoom: Math.max(...areas.map(({ maxZoom }) => maxZoom)),
    attribution: STREETS_ATTRIBUTION,
    areas,
  } as const;
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  const manifest: StreetsManifest = { ...content, version };
  const staged = join(folder, `.${MANIFEST}`);
  writeFileSync(staged, JSON.stringify(manifest));
  renameSync(staged, join(folder, MANIFEST));
}

const ARCHIVE = /^[a-z0-9-]{1,63}\/[0-9a-f]{16}\.pmtiles$/;

/**
 * Copies the published streets into an object store: each area's current and previous archive first, the manifest last.
 * @throws SnapshotError of the store, StreetsError if the manifest can't be read
 */
export async function pushStreets(
  folder: string,
  store: ObjectStore,
  say: (text: string) => void,
): Promise<void> {
  const archives = readAreas(folder).flatMap(({ name, version, earlier = version }) => {
    const before = archivePath(folder, name, earlier);
    // The operator may have deleted the previous version to free disk space.
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
