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
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { SnapshotManifest } from '../src/lib/snapshot-format/manifest.ts';
import { MANIFEST } from '../src/lib/snapshot-format/layout.ts';
import { readKeptManifest, readVersions, type KeptManifest, type Publication } from './versions.ts';

/** Files of a version that aren't part of its content. */
const TELLS_OF_THE_WALK = /^(report\.|manifest\.json$)/;
/** Begins the names of folders on their way out; a run that was killed may leave one. */
const DOOMED = '.old-';
/** The plain one last: it is what this program itself goes by. */
const MANIFEST_FILES = ['.br', '.gz', ''].map((ending) => MANIFEST + ending);

/**
 * Publishes a version that is written and complete: its folder gets its name, then the manifest is put in place of the one
 * before. Each is a single renaming, so a reader sees the old or the new, and never half of one. Then older versions go.
 * @param folder what is published
 * @param staged the version's files, in a folder beside it
 * @param how `accepted`: whether the publish gate was overridden; `kept`: how many versions stay, the current one included
 */
export function publishVersion(
  folder: string,
  staged: string,
  manifest: SnapshotManifest,
  { accepted, kept }: { accepted: boolean; kept: number },
): void {
  const { version } = manifest;
  const { current, order } = readVersions(folder);
  if (current !== null && current !== version) keepManifest(folder, current);
  const publication = choosePublication(folder, version, current, accepted);
  const others = order.filter((each) => each !== version);
  const { wayBack } = publication;
  const earlier = others.filter((each, at) => at < kept - 1 || each === wayBack);

  const keptManifest: KeptManifest = { ...manifest, publication };
  writeFileSync(join(staged, MANIFEST), JSON.stringify(keptManifest));
  stageManifest(folder, { ...manifest, earlier });
  const target = join(folder, version);
  if (existsSync(target)) {
    renew(target, staged);
    rmSync(staged, { recursive: true });
  } else {
    renameSync(staged, target);
  }
  placeManifest(folder);
  prune(folder, [version, ...earlier]);
}

/** Points readers to a version that lies there; those that are newer come last from then on, and go first. */
export function rollBackTo(folder: string, manifest: KeptManifest): void {
  const { publication, ...published } = manifest;
  const { current, order } = readVersions(folder);
  const at = order.indexOf(manifest.version);
  const newer = order.slice(0, at);
  if (current !== null) keepManifest(folder, current);
  stageManifest(folder, { ...published, earlier: [...order.slice(at + 1), ...newer] });
  placeManifest(folder);
  note(folder, { ...manifest, publication: { ...publication, withdrawn: false } });
  for (const version of newer) {
    const own = readKeptManifest(folder, version);
    if (own !== null) note(folder, { ...own, publication: { ...own.publication, withdrawn: true } });
  }
}

function choosePublication(
  folder: string,
  version: string,
  current: string | null,
  accepted: boolean,
): Publication {
  const before = current === null ? null : (readKeptManifest(folder, current)?.publication ?? null);
  const wayBack = before?.wayBack ?? null;
  // Published again, the network is what it was, and was published as it was.
  if (current === version && before !== null) return before;
  if (accepted && before?.accepted !== true) return { accepted, wayBack: current, withdrawn: false };
  return { accepted, wayBack: wayBack === version ? null : wayBack, withdrawn: false };
}

/** Versions published by an earlier release have no manifest of their own: the current one gets it while it is there. */
function keepManifest(folder: string, current: string): void {
  const path = join(folder, current, MANIFEST);
  if (!existsSync(join(folder, current)) || existsSync(path)) return;
  const { earlier: _, ...manifest } = JSON.parse(
    readFileSync(join(folder, MANIFEST), 'utf8'),
  ) as SnapshotManifest;
  const publication: Publication = { accepted: false, wayBack: null, withdrawn: false };
  writeFileSync(path, JSON.stringify({ ...manifest, publication }));
}

/** In one step, so that what was there stays where the disk is full. */
function note(folder: string, manifest: KeptManifest): void {
  const path = join(folder, manifest.version, MANIFEST);
  writeFileSync(`${path}.new`, JSON.stringify(manifest));
  renameSync(`${path}.new`, path);
}

/** Written before anything is renamed: a disk that is full leaves all as it was. Every visit begins with it: it is packed as small as can be. */
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

/** The network is as it was: only what tells of the walk is other. A file that was lost or cut off there comes back. */
function renew(target: string, staged: string): void {
  for (const name of readdirSync(staged, { recursive: true, encoding: 'utf8' })) {
    const [from, to] = [join(staged, name), join(target, name)];
    const file = statSync(from);
    if (file.isDirectory()) mkdirSync(to, { recursive: true });
    else if (TELLS_OF_THE_WALK.test(name) || statSync(to, { throwIfNoEntry: false })?.size !== file.size)
      renameSync(from, to);
  }
}

/** Takes the versions away that don't stay. Renamed first, so that no folder with a version's name is ever half there. */
function prune(folder: string, staying: readonly string[]): void {
  for (const name of readVersions(folder).order) {
    if (!staying.includes(name)) renameSync(join(folder, name), join(folder, DOOMED + name));
  }
  for (const name of readdirSync(folder)) {
    if (name.startsWith(DOOMED)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
