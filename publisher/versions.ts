import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { MANIFEST } from '#network/snapshot-format/layout.ts';
import { isManifest, type SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { formatThousands } from './format.ts';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const VERSION = /^[0-9a-f]{16}$/;

/** How a version came to be published. */
const publicationSchema = z.object({
  /** Whether it was published with `--accept` although it differed too much. */
  accepted: z.boolean(),
  /**
   * The version before the last accepted one; it is never pruned. If several accepted ones follow each other, the version before
   * the first of them, so that a timer that always accepts doesn't prune it.
   */
  wayBack: z.nullable(z.string()),
  /** Whether it was rolled back. */
  withdrawn: z.boolean(),
  /** Identifies how its files were compressed; absent if they weren't all compressed the same way. */
  packing: z.optional(z.string()),
});
export type PublicationRecord = z.infer<typeof publicationSchema>;

/** `<version>/manifest.json`: the manifest as published, with its publication record; for the publisher, not for readers. */
export interface StoredManifest extends SnapshotManifest {
  publication: PublicationRecord;
}
const recordedSchema = z.looseObject({ publication: publicationSchema });

/** The versions in a folder; none if the folder is missing. Their order comes from the manifest, not from file times. */
interface Versions {
  current: string | null;
  /** Whether the manifest exists but is invalid. */
  damaged: boolean;
  /** All versions: the current one first, then from newest to oldest; at the end those that the manifest doesn't mention. */
  order: readonly string[];
}

export function readVersions(folder: string): Versions {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const present = new Set(names.filter((name) => VERSION.test(name)));
  const read = readJson(join(folder, MANIFEST));
  if (!isManifest(read)) return { current: null, damaged: read !== null, order: [...present].sort() };
  const { version, earlier = [] } = read;
  const named = [version, ...earlier].filter((name) => present.has(name));
  return { current: version, damaged: false, order: [...new Set([...named, ...[...present].sort()])] };
}

/** Finds the current version and how its files were compressed; null if that is unknown. */
export function findPacked(folder: string): { path: string; packing: string } | null {
  const { current } = readVersions(folder);
  const packing = current === null ? undefined : readStoredManifest(folder, current)?.publication.packing;
  return current === null || packing === undefined ? null : { path: join(folder, current), packing };
}

/** @returns null if it is missing or invalid */
export function readStoredManifest(folder: string, version: string): StoredManifest | null {
  const read = readJson(join(folder, version, MANIFEST));
  const { data } = recordedSchema.safeParse(read);
  return data === undefined || !isManifest(read) ? null : { ...read, publication: data.publication };
}

/** @returns null for a missing file, undefined for one that can't be read */
function readJson(path: string): unknown {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  } catch {
    return undefined;
  }
}

/** Lists all files of a version: names, relative to the folder, and sizes in bytes. Empty if the version's folder is missing. */
export function listVersionFiles(folder: string, version: string): Map<string, number> {
  if (!existsSync(join(folder, version))) return new Map();
  const names = readdirSync(join(folder, version), { recursive: true, encoding: 'utf8' });
  const stats = names.map((name) => [`${version}/${name}`, statSync(join(folder, version, name))] as const);
  return new Map(stats.filter(([, stat]) => stat.isFile()).map(([name, { size }]) => [name, size]));
}

/** Lists the kept versions as text, one per line, the current one first. */
export function listVersions(folder: string): string {
  const { current, order, damaged } = readVersions(folder);
  if (order.length === 0) return `Nothing is published in ${folder}.`;
  const wayBack =
    current === null ? null : (readStoredManifest(folder, current)?.publication.wayBack ?? null);
  const lines = order.map((version) => {
    const manifest = readStoredManifest(folder, version);
    const notes = [
      ...(version === current ? ['current'] : []),
      ...(manifest === null ? ["no record: you can't roll back to it"] : describe(manifest)),
      ...(version === wayBack ? ['kept for roll-back, never pruned'] : []),
    ];
    return `${version}  ${notes.join(', ')}`;
  });
  return [
    ...(damaged ? ['manifest.json is damaged: roll back to one of these, or publish again.'] : []),
    ...lines,
  ].join('\n');
}

function describe({ walkedAt, count, setAside, publication }: StoredManifest): string[] {
  const left = Object.values(setAside).reduce((sum, amount) => sum + amount, 0);
  return [
    `read on ${walkedAt.replace('T', ' at ').slice(0, 19)} UTC`,
    `${formatThousands(count)} points`,
    `${formatThousands(left)} set aside`,
    ...(publication.accepted ? ['accepted by hand'] : []),
    ...(publication.withdrawn ? ['withdrawn'] : []),
  ];
}

/** Files of a version that describe the walk and may change without its content changing. */
const FILES_ABOUT_WALK = /^(report\.|manifest\.json$)/;
/** Prefix of folders that are being deleted; a killed run may leave one. */
const DELETED_PREFIX = '.old-';
/** Replace the uncompressed one last: it is the one that this program reads. */
const MANIFEST_FILES = ['.br', '.gz', ''].map((ending) => MANIFEST + ending);

/**
 * Publishes a complete version: renames its folder to its name, then replaces the manifest, then deletes old versions. Each step
 * is one rename, so a reader sees the old state or the new one, never a mixture.
 * @param folder the published folder
 * @param staged folder with the version's files, on the same file system
 * @param how `accepted`: whether the publish gate was overridden; `retained`: how many versions stay, the current one included; `packing`:
 *   how the files were compressed
 */
export function publishVersion(
  folder: string,
  staged: string,
  manifest: SnapshotManifest,
  { accepted, retained, packing }: { accepted: boolean; retained: number; packing: string },
): void {
  const { version } = manifest;
  const { current, order } = readVersions(folder);
  const publication = choosePublication(folder, version, current, accepted, packing);
  const others = order.filter((name) => name !== version);
  const { wayBack } = publication;
  const earlier = others.filter((name, at) => at < retained - 1 || name === wayBack);

  const storedManifest: StoredManifest = { ...manifest, publication };
  writeFileSync(join(staged, MANIFEST), JSON.stringify(storedManifest));
  stageManifest(folder, { ...manifest, earlier });
  const target = join(folder, version);
  if (existsSync(target)) {
    updateVersion(target, staged);
    rmSync(staged, { recursive: true });
  } else {
    renameSync(staged, target);
  }
  placeManifest(folder);
  prune(folder, [version, ...earlier]);
}

/** Makes a kept version the current one. Newer versions move to the end of the order, so that they are pruned first. */
export function rollBackTo(folder: string, manifest: StoredManifest): void {
  const { publication, ...published } = manifest;
  const { order } = readVersions(folder);
  const at = order.indexOf(manifest.version);
  const newer = order.slice(0, at);
  stageManifest(folder, { ...published, earlier: [...order.slice(at + 1), ...newer] });
  placeManifest(folder);
  replaceStoredManifest(folder, { ...manifest, publication: { ...publication, withdrawn: false } });
  for (const version of newer) {
    const own = readStoredManifest(folder, version);
    if (own !== null)
      replaceStoredManifest(folder, { ...own, publication: { ...own.publication, withdrawn: true } });
  }
}

function choosePublication(
  folder: string,
  version: string,
  current: string | null,
  accepted: boolean,
  packing: string,
): PublicationRecord {
  const before = current === null ? null : (readStoredManifest(folder, current)?.publication ?? null);
  const wayBack = before?.wayBack ?? null;
  const existing = readStoredManifest(folder, version)?.publication ?? null;
  // An existing version keeps its files, and so its packing.
  const packed = existing?.packing === packing || !existsSync(join(folder, version)) ? { packing } : {};
  // Publishing the same network again keeps its record.
  if (current === version && existing !== null) return { ...existing, packing: undefined, ...packed };
  if (accepted && before?.accepted !== true)
    return { accepted, wayBack: current, withdrawn: false, ...packed };
  return { accepted, wayBack: wayBack === version ? null : wayBack, withdrawn: false, ...packed };
}

/** Replaces a kept manifest atomically, so that the old one survives a full disk. */
function replaceStoredManifest(folder: string, manifest: StoredManifest): void {
  const path = join(folder, manifest.version, MANIFEST);
  writeFileSync(`${path}.new`, JSON.stringify(manifest));
  renameSync(`${path}.new`, path);
}

/**
 * Writes the manifest beside the current one, before anything is renamed, so that a full disk changes nothing. It is compressed as
 * well as possible, because every visit loads it.
 */
function stageManifest(folder: string, manifest: SnapshotManifest): void {
  const bytes = Buffer.from(JSON.stringify(manifest));
  const contents = [brotliCompressSync(bytes), gzipSync(bytes, { level: 9 }), bytes];
  try {
    for (const [at, name] of MANIFEST_FILES.entries()) writeFileSync(join(folder, `.${name}`), contents[at]!);
  } catch (error) {
    for (const name of MANIFEST_FILES) rmSync(join(folder, `.${name}`), { force: true });
    throw error;
  }
}

function placeManifest(folder: string): void {
  for (const name of MANIFEST_FILES) renameSync(join(folder, `.${name}`), join(folder, name));
}

/** Updates a version whose content is unchanged: replaces the files about the walk, and restores missing or truncated ones. */
function updateVersion(target: string, staged: string): void {
  for (const name of readdirSync(staged, { recursive: true, encoding: 'utf8' })) {
    const [from, to] = [join(staged, name), join(target, name)];
    const file = statSync(from);
    if (file.isDirectory()) mkdirSync(to, { recursive: true });
    else if (FILES_ABOUT_WALK.test(name) || statSync(to, { throwIfNoEntry: false })?.size !== file.size)
      renameSync(from, to);
  }
}

/** Deletes all versions but these. Renames them first, so that a folder with a version's name is always complete. */
function prune(folder: string, retained: readonly string[]): void {
  for (const name of readVersions(folder).order) {
    if (!retained.includes(name)) renameSync(join(folder, name), join(folder, DELETED_PREFIX + name));
  }
  for (const name of readdirSync(folder)) {
    if (name.startsWith(DELETED_PREFIX)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
