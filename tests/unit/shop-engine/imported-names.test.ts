import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listExports, listImports } from '../list-exports.ts';

const ENTRY_POINTS: Record<string, string> = {
  '@droppoint/platform': 'packages/platform/index.ts',
  '@droppoint/platform/order': 'packages/shop-engine/index.ts',
  '@droppoint/platform/shop': 'packages/shop/shop.ts',
  '@droppoint/platform/token': 'packages/platform/client-credentials.ts',
};
const PLUGINS = ['packages/vendure/src', 'packages/medusa/src'];

const exportsOf = (file: string) =>
  new Set(listExports(file, readFileSync(file, 'utf8')).map(({ name }) => name));

// The plugins' own types are compiled only in test:all, since they need their engines' packages.
test('the plugins import only names that the packages export', () => {
  const exported = new Map(
    Object.entries(ENTRY_POINTS).map(([name, file]) => [name, exportsOf(file)] as const),
  );
  const files = PLUGINS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const imports = files.flatMap((file) =>
    listImports(file, readFileSync(file, 'utf8'))
      .filter(({ from }) => from.startsWith('@droppoint/platform'))
      .flatMap(({ from, names }) => names.map(({ name }) => ({ file, from, name }))),
  );
  expect(imports.filter(({ from, name }) => exported.get(from)?.has(name) !== true)).toEqual([]);
  expect(imports.length).toBeGreaterThan(50);
});
