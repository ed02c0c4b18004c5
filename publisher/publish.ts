import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { MANIFEST } from '#network/snapshot-format/layout.ts';
import { readStoredManifest, readVersions, type StoredManifest, type PublicationRecord } from './versions.ts';

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
