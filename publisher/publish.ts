import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotManifest } from '../src/lib/contract/snapshot.ts';
import { compress } from './compress.ts';
import { REPORT_FILES } from './report.ts';

const VERSION = /^[0-9a-f]{16}$/;
/** Begins the names of folders on their way out; a run that was killed may leave one. */
const DOOMED = '.old-';

/**
 * Publishes a version that is written and complete: its folder gets its name, then the manifest is put in place of the one
 * before. Each is a single renaming, so a reader sees the old or the new, and never half of one.
 * @param folder what is published
 * @param staged the version's files, in a folder beside it
 * @param kept how many versions stay, the current one included; the manifest names the others
 */
export async function publishVersion(
  folder: string,
  staged: string,
  manifest: SnapshotManifest,
  kept: number,
): Promise<void> {
  const target = join(folder, manifest.version);
  if (existsSync(target)) {
    // The network is as it was: only the report, which tells of the walk, is another.
    for (const name of REPORT_FILES.flatMap(withCompressed))
      renameSync(join(staged, name), join(target, name));
    rmSync(staged, { recursive: true });
  } else {
    renameSync(staged, target);
  }
  const publishedAt = new Date(manifest.walkedAt);
  utimesSync(target, publishedAt, publishedAt);

  const earlier = listOthers(folder, manifest.version).slice(0, kept - 1);
  const bytes = Buffer.from(JSON.stringify({ ...manifest, earlier }));
  const { br, gz } = await compress(bytes);
  // The plain one last: it is what this program itself goes by.
  const contents: readonly (readonly [string, Uint8Array])[] = [
    ['.br', br],
    ['.gz', gz],
    ['', bytes],
  ];
  for (const [ending, content] of contents) writeFileSync(join(folder, `.manifest.json${ending}`), content);
  for (const [ending] of contents) {
    renameSync(join(folder, `.manifest.json${ending}`), join(folder, `manifest.json${ending}`));
  }
}

function withCompressed(name: string): string[] {
  return [name, `${name}.br`, `${name}.gz`];
}

/**
 * Takes old versions away, all but the newest.
 * @param kept how many stay, the current one included
 */
export function pruneVersions(folder: string, current: string, kept: number): void {
  // Renamed first, so that no folder with a version's name is ever half there.
  for (const name of listOthers(folder, current).slice(kept - 1))
    renameSync(join(folder, name), join(folder, DOOMED + name));
  for (const name of readdirSync(folder)) {
    if (name.startsWith(DOOMED)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Versions beside the current one, the newest first. */
function listOthers(folder: string, current: string): string[] {
  return readdirSync(folder)
    .filter((name) => VERSION.test(name) && name !== current)
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs);
}
