import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** All archives packed so far. Each build of the pages publishes them, also earlier versions, for shops that installed one. */
const PUBLISHED = 'published/packages';
const PAGES = 'build/v1';

/**
 * Packs built packages into archives, which shops install by their address: /v1/packages/droppoint-platform-0.1.0.tgz. The same
 * content gives the same bytes. integrity.json beside them has the hash of each package's current version, as in a lock file.
 * @param {readonly string[]} folders of the packages
 * @returns {{ file: string; integrity: string }[]}
 */
export function packPackages(folders, published = PUBLISHED) {
  mkdirSync(published, { recursive: true });
  const list = join(published, 'integrity.json');
  const all = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error'];
  const packed = folders.map((folder) => {
    const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' };
    const output = execFileSync('npm', [...words, '--pack-destination', resolve(published)], options);
    const [{ name, version, filename: file, integrity }] = JSON.parse(output);
    all[name] = { version, file, integrity };
    return { file, integrity };
  });
  writeFileSync(list, `${JSON.stringify(all, null, 1)}\n`);
  return packed;
}

/** Copies the archives beside the elements' scripts, if there are both. */
export function publishPackages() {
  if (existsSync(PUBLISHED) && existsSync(PAGES)) cpSync(PUBLISHED, `${PAGES}/packages`, { recursive: true });
}
