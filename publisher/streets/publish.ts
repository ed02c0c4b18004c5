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
} from '#contract/streets.ts';
import { StreetsError } from './explain-failure.ts';

const MANIFEST = 'manifest.json';
/** Ends the name of an archive; a gazetteer is a folder named by its version. */
const ARCHIVE_END = '.pmtiles';

/** @returns the published areas; none if there is no manifest @throws StreetsError if the manifest can't be read */
export function readPublishedAreas(folder: string): StreetsArea[] {
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
  join(folder, area, `${version}${ARCHIVE_END}`);

/** Folder of a version's gazetteer. */
export const searchPath = (folder: string, area: string, version: string) => join(folder, area, version);

interface Versions {
  version: string;
  earlier?: string | undefined;
}

/** Chooses the version that stays beside a published one. Publishing the same version again replaces nothing. */
const earlierOf = (before: Versions | undefined, { version }: Versions): string | undefined =>
  before?.version === version ? before.earlier : before?.version;

/**
 * Publishes a complete archive in place of the area's previous one. Archive and manifest are renamed into place, so readers see
 * either the old or the new one. The previous version is kept for open pages, and deleted when the next one is published.
 * @param staged paths of the archive, and of the folder with the gazetteer if there is one, in the same folder
 */
export function publishArea(
  folder: string,
  staged: { archive: string; search: string },
  area: StreetsArea,
): void {
  const areas = readPublishedAreas(folder);
  const before = areas.find(({ name }) => name === area.name);
  const earlier = earlierOf(before, area);
  mkdirSync(join(folder, area.name), { recursive: true });
  renameSync(staged.archive, archivePath(folder, area.name, area.version));
  const published: StreetsArea = { ...area, ...(earlier === undefined ? {} : { earlier }) };
  const { search } = area;
  if (search !== undefined) {
    const place = searchPath(folder, area.name, search.version);
    // Don't replace a folder of the same version: open readers keep using its files.
    if (!existsSync(place)) renameSync(staged.search, place);
    const last = earlierOf(before?.search, search);
    published.search = { ...search, ...(last === undefined ? {} : { earlier: last }) };
  }
  const others = areas.filter(({ name }) => name !== area.name);
  writeManifest(
    folder,
    [...others, published].sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const retained = [
    ...[area.version, earlier].map((version) => `${version}${ARCHIVE_END}`),
    published.search?.version,
    published.search?.earlier,
  ];
  for (const name of readdirSync(join(folder, area.name)))
    if (!retained.includes(name)) rmSync(join(folder, area.name, name), { recursive: true });
}

/**
 * Removes areas, first from the manifest, so that it never refers to deleted archives.
 * @param name name of the area; null: all areas
 * @returns names of the removed areas
 * @throws StreetsError if there is no such area
 */
export function removeAreas(folder: string, name: string | null): string[] {
  const areas = readPublishedAreas(folder);
  const removed = areas.filter((area) => name === null || area.name === name).map((area) => area.name);
  if (removed.length === 0) {
    const remaining = areas.map((area) => area.name).join(', ') || 'none';
    throw new StreetsError(
      `There are no streets ${name === null ? '' : `of ${name} `}in ${folder}. Areas: ${remaining}.`,
    );
  }
  const retained = areas.filter((area) => !removed.includes(area.name));
  if (retained.length > 0) writeManifest(folder, retained);
  else rmSync(join(folder, MANIFEST));
  for (const area of removed) rmSync(join(folder, area), { recursive: true, force: true });
  return removed;
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

const OURS = /^[a-z0-9-]{1,63}\/[0-9a-f]{16}(\.pmtiles|\/(index|\d{1,6})\.json\.gz)$/;

/**
 * Copies the published streets into an object store: each area's current and previous archive and gazetteer first, the manifest last.
 * @throws SnapshotError of the store, StreetsError if the manifest can't be read
 */
export async function pushStreets(
  folder: string,
  store: ObjectStore,
  report: (text: string) => void,
): Promise<void> {
  const files = readPublishedAreas(folder).flatMap(({ name, version, earlier, search }) => [
    archivePath(folder, name, version),
    // The operator may have deleted the previous version to free disk space.
    ...(earlier === undefined ? [] : [archivePath(folder, name, earlier)]).filter(existsSync),
    ...[search?.version, search?.earlier].flatMap((searchVersion) =>
      searchVersion === undefined ? [] : listFiles(searchPath(folder, name, searchVersion)),
    ),
  ]);
  const summary = await push(
    {
      folder,
      files: new Map(files.map((path) => [relative(folder, path), statSync(path).size])),
      isReplaced: () => false,
      packedManifests: [],
      mark: 'areas',
      isOurs: (name) => OURS.test(name),
    },
    store,
  );
  report(summary);
}

const listFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
