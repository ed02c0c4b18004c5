import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Every version that was ever built here; a shop that has pinned one goes on getting it after the next build. */
const KEPT = 'published/widget';
const ENDINGS = ['', '.br', '.gz'];

/**
 * Puts the widget's script beside itself under a name that no other content will ever have, with its hash for shops that check it
 * (Subresource Integrity) in integrity.json.
 * @param {string} folder with droppoint.js and its compressed neighbours
 * @param {string} version of package.json
 * @returns {{version: string, file: string, integrity: string}}
 */
export function pinWidget(folder, version) {
  const script = readFileSync(`${folder}/droppoint.js`);
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
  const file = `droppoint-${version}-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  mkdirSync(KEPT, { recursive: true });
  for (const ending of ENDINGS) copyFileSync(`${folder}/droppoint.js${ending}`, `${KEPT}/${file}${ending}`);
  for (const kept of readdirSync(KEPT)) {
    if (!existsSync(`${folder}/${kept}`)) copyFileSync(`${KEPT}/${kept}`, `${folder}/${kept}`);
  }
  const pinned = { version, file, integrity };
  writeFileSync(`${folder}/integrity.json`, `${JSON.stringify(pinned)}\n`);
  return pinned;
}
