import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findEarlierFileName } from '../../functions/files/find-file.ts';

/**
 * Copies files that open pages and shops request later (chunks of pages, tiles of the base map, the versioned widget) into the
 * published folder. From there, every release serves the files that it doesn't have itself.
 * @param pages built site of a release
 * @param published the published folder
 */
export function copyLazyFiles(pages: string, published: string): void {
  for (const entry of readdirSync(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Copy compressed variants with their file.
    const [, path = '', ending = ''] = /^(.*?)(\.br|\.gz)?$/.exec(file.slice(pages.length)) ?? [];
    const name = findEarlierFileName(path);
    if (name === null) continue;
    const target = join(published, name) + ending;
    if (existsSync(target) && isSame(file, target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    // Replace the file atomically, because another release may be serving it.
    copyFileSync(file, `${target}.new-${process.pid}`);
    renameSync(`${target}.new-${process.pid}`, target);
  }
}

/** Compares contents too: a tile of the base map may change under its name, and the latest release's must win. */
function isSame(file: string, stored: string): boolean {
  return statSync(file).size === statSync(stored).size && readFileSync(file).equals(readFileSync(stored));
}
