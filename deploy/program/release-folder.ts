import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { RELEASE_NOTE } from '#config/folders.ts';

/** The release's folder, if the program runs from a release: the bundled programs are at its top level. */
export const RELEASE_FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Folder of the built site in a release. */
export const PAGES = 'pages';

const noteSchema = z.object({
  /** `droppoint-<version>-<hash of all files>`: the same on every machine, for the same sources and settings. */
  name: z.string(),
  version: z.string(),
  /** SHA-256 of each file by its path, hexadecimal. */
  files: z.record(z.string(), z.string()),
  /** The `PUBLIC_*` settings that the pages were built with. */
  publicSettings: z.record(z.string(), z.string()),
});
export type ReleaseNote = z.infer<typeof noteSchema>;

/** @returns null if the folder isn't a release, or its note is invalid */
export function readReleaseNote(folder: string): ReleaseNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(folder, RELEASE_NOTE), 'utf8')));
  } catch {
    return null;
  }
}

/** Computes the SHA-256 of all files of a release except its note, by path. */
export function hashFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .filter((name) => name !== RELEASE_NOTE)
    .sort();
  return Object.fromEntries(names.map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]));
}

/** @returns paths of missing, changed and additional files */
export function findChangedFiles(folder: string, { files }: ReleaseNote): string[] {
  const present = hashFiles(folder);
  return [...new Set([...Object.keys(files), ...Object.keys(present)])].filter(
    (name) => files[name] !== present[name],
  );
}

/**
 * @returns the variables of a `.env` file; an empty object if the file doesn't exist
 * @throws AppError `settings_invalid` if this user may not read it
 */
export function readEnvironmentFile(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    const sentence = `This user can't read ${path} (${code}). As root, run "chown droppoint: ${path}", with the service's user.`;
    throw new AppError('settings_invalid', sentence, { cause });
  }
}
