import { mkdirSync, writeFileSync } from 'node:fs';

const FOLDER = '.cache/tests';

/**
 * Writes the items of a network for a separate sandbox, a line each.
 * @param items objects, or JSON as text
 * @returns the file, for `test.use({ dataFile })`: the same for each caller, so that their tests
 * share a sandbox
 */
export function writePoints(name: string, items: readonly (object | string)[]): string {
  const file = `${FOLDER}/${name}.ndjson`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    file,
    items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n'),
  );
  return file;
}
