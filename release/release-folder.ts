import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';

/** This release, when the program runs from one: its programs stand at the top. */
export const RELEASE_FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** The built site of a release. */
export const PAGES = 'pages';

/** Tells of a release what it consists of. */
export const NOTE = 'release.json';

const noteSchema = z.object({
  /** `droppoint-<version>-<hash over all files>`: the same on each machine that built it of the same sources and settings. */
  name: z.string(),
  version: z.string(),
  /** SHA-256 of each file by its path, hexadecimal. */
  files: z.record(z.string(), z.string()),
  /** `PUBLIC_*`, which the pages were built with. */
  publicSettings: z.record(z.string(), z.string()),
});
export type ReleaseNote = z.infer<typeof noteSchema>;

/** @returns null where the folder is no release, or its note can't be read */
export function readReleaseNote(folder: string): ReleaseNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8')));
  } catch {
    return null;
  }
}

/** Hashes of all files of a release but its note. */
export function hashFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .filter((name) => name !== NOTE)
    .sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

/** @returns paths of files that are missing, changed or too many */
export function findChangedFiles(folder: string, { files }: ReleaseNote): string[] {
  const present = hashFiles(folder);
  return [...new Set([...Object.keys(files), ...Object.keys(present)])].filter(
    (name) => files[name] !== present[name],
  );
}

/** @returns settings of a file like `.env`, none where there is no such file */
export function readEnvironmentFile(path: string): Record<string, string> {
  return existsSync(path) ? (parseEnv(readFileSync(path, 'utf8')) as Record<string, string>) : {};
}
