/**
 * `node scripts/write-icons.mjs`: writes the drawings of the pages' icons to src/lib/ui/icons.ts, and their licence beside it. Run it
 * after a change of the list. Lucide's package has two thousand icons, 38 MB that `npm start` would otherwise install.
 */
import { readFileSync } from 'node:fs';
import { format, writeIfRun } from './write-files.mjs';

const PACKAGE = 'node_modules/@lucide/icons';

/** Lucide's names, which icons.ts exports in camel case with a capital, or under the name behind a colon. */
const ICONS = [
  'arrow-left, check: CheckIcon, chevron-right, circle-check, clock: ClockIcon, copy, funnel-x, list, locate-fixed, map: MapIcon, navigation',
  'rotate-ccw, search: SearchIcon, search-x, share-2: Share, sliders-horizontal, triangle-alert, x',
].flatMap((line) => line.split(', '));

const inCamelCase = (/** @type {string} */ name) =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** @param {string} entry */
async function writeIcon(entry) {
  const [name, exported = inCamelCase(name)] = entry.split(': ');
  const { default: icon } = await import(`@lucide/icons/icons/${name}`);
  const node = icon.node.map(
    (/** @type {[string, { key: string }]} */ [shape, { key: _, ...attributes }]) => [shape, attributes],
  );
  return `export const ${exported}: Drawing = { node: ${JSON.stringify(node)} };`;
}

/** @returns {Promise<Record<string, string>>} contents by path */
export async function writeIcons() {
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'));
  const drawings = await Promise.all(ICONS.map(writeIcon));
  const code = `/** Drawings of Lucide ${version}, written by scripts/write-icons.mjs; their licence is in icons.LICENSE.txt. */

/** The shapes of an icon, on a grid of 24 by 24 pixels. */
export interface Drawing {
  node: [shape: string, attributes: Record<string, string>][];
}

${drawings.join('\n')}
`;
  return {
    ...(await format({ 'src/lib/ui/icons.ts': code })),
    'src/lib/ui/icons.LICENSE.txt': readFileSync(`${PACKAGE}/LICENSE`, 'utf8'),
  };
}

await writeIfRun(import.meta.url, writeIcons);
