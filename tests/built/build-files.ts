import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILD = 'build';

/** Whether there is a build: `npm test -- --quick` makes none. */
export const IS_BUILT = existsSync(`${BUILD}/embed.html`);

/** Paths of all pages of the build, as browsers ask for them. */
export const PAGES = IS_BUILT
  ? readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html') && !name.startsWith('snapshot'))
      .map((name) => `/${name.replaceAll('\\', '/').replace(/(index)?\.html$/, '')}`)
  : [];

/** @param path as browsers ask for it */
export const readFile = (path: string): string => readFileSync(join(BUILD, path), 'utf8');
export const readPage = (path: string): string => readFile(path === '/' ? 'index.html' : `${path}.html`);

/** Every file of the build as text; the precompressed copies hold the same text. */
export function* readBuild(): Generator<[path: string, text: string]> {
  for (const entry of readdirSync(BUILD, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    yield [path, readFileSync(path, 'latin1')];
  }
}
