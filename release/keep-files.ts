import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findKeptName } from '../functions/pages/find-file.ts';

/**
 * Puts what another release won't have under the same name (parts of pages, the pinned widget) where all releases serve it from.
 * @param pages built site of a release
 * @param published folder of what is published
 */
export function keepFiles(pages: string, published: string): void {
  for (const entry of readdirSync(pages, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Compressed neighbours go with their file.
    const [, path = '', ending = ''] = /^(.*?)(\.br|\.gz)?$/.exec(file.slice(pages.length)) ?? [];
    const name = findKeptName(path);
    if (name === null) continue;
    const target = join(published, name) + ending;
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    // In one step: another release may be serving from there.
    copyFileSync(file, `${target}.new-${process.pid}`);
    renameSync(`${target}.new-${process.pid}`, target);
  }
}
