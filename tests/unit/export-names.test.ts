import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { listExports } from './list-exports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['src', 'functions', 'packages', 'publisher', 'sandbox', 'deploy', 'scripts'];
/** Examples that shops copy, tests, and files that are installed or compiled. */
const OTHERS = /(^|\/)(node_modules|compiled|routes|example|tests)\/|\.d\.ts$/;

/** Names that several rooms may export, and why. */
const SHARED: Readonly<Record<string, string>> = {
  m: 'the messages of each screen',
  DroppointOptions: 'public: a shop has one of the packages that export it',
  PickupPoint: 'public: the plugins’ core has it, and the storefront’s client what it gets of it',
  PointNeeds: 'public: that of a plugin extends the core’s',
};

const roomOf = (file: string) => /^(src\/lib|packages)\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0]!;

/** Lists the names that a module defines and exports. */
const listNames = (file: string, source: string): string[] =>
  listExports(file, source).flatMap(({ name, isForwarded }) => (isForwarded ? [] : [name]));

/** @returns the names that modules of different rooms define and export, each with the modules */
function findSharedNames(sources: ReadonlyMap<string, string>): Record<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const [file, source] of sources)
    for (const name of listNames(file, source)) files.set(name, (files.get(name) ?? new Set()).add(file));
  const isShared = (found: Set<string>) => new Set([...found].map(roomOf)).size > 1;
  return Object.fromEntries(
    [...files].filter(([, found]) => isShared(found)).map(([name, found]) => [name, [...found]]),
  );
}

it('an exported name has one meaning in all rooms', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(m?[jt]s|tsx|svelte)$/.test(name) && !OTHERS.test(name)),
  );
  expect(files.length).toBeGreaterThan(900);
  const found = findSharedNames(new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])));
  // Names that no longer occur twice leave the list.
  expect(Object.keys(found).sort()).toEqual(Object.keys(SHARED).sort());
});

it('a name is found in modules of two rooms, and in the module script of a component', () => {
  const sources = new Map([
    [
      'functions/a.ts',
      'export interface Spot { x: number }\nconst y = 1;\nexport { y as Zone, type Spot as Site };',
    ],
    ['src/lib/map/b.svelte', '<script module lang="ts">\n  export type Spot = 1;\n</script>'],
    ['src/lib/list/c.svelte', '<script lang="ts">\n  export const Zone = 1;\n</script>'],
    ['packages/search/d.mjs', 'export class Site {}\nexport { Zone } from "../../functions/a.ts";'],
    ['packages/filter/g.ts', 'import { Zone } from "../../functions/a.ts";\nexport { Zone };'],
    ['functions/e.ts', 'export const quoted = `\nexport const Other = 1;\n`;\nexport const [Other2] = [1];'],
    ['publisher/f.ts', 'export const Other = 1, quoted2 = 2;'],
  ]);
  expect(findSharedNames(sources)).toEqual({
    Spot: ['functions/a.ts', 'src/lib/map/b.svelte'],
    Site: ['functions/a.ts', 'packages/search/d.mjs'],
  });
});
