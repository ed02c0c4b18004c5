import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ENTRY_POINTS: Record<string, string> = {
  '@droppoint/platform': 'packages/platform/index.ts',
  '@droppoint/platform/order': 'packages/shop-engine/index.ts',
  '@droppoint/platform/shop': 'packages/shop/shop.ts',
  '@droppoint/platform/token': 'packages/platform/client-credentials.ts',
};
const PLUGINS = ['packages/vendure/src', 'packages/medusa/src'];

/** The names of a list such as "a, type B, c as d", as they are called on the side asked for. */
function namesOf(list: string, side: 'outer' | 'inner'): string[] {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((item) => item !== '')
    .map((item) => item.split(' as ').at(side === 'outer' ? -1 : 0)!);
}

function exportsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8');
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap((found) =>
    namesOf(found[1]!, 'outer'),
  );
  const declared = [
    ...text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm),
  ].map((found) => found[1]!);
  return new Set([...lists, ...declared]);
}

// The plugins' own types are compiled only in test:all, since they need their engines' packages.
test('the plugins import only names that the packages export', () => {
  const exported = new Map(
    Object.entries(ENTRY_POINTS).map(([name, file]) => [name, exportsOf(file)] as const),
  );
  const missing: string[] = [];
  let imports = 0;
  for (const folder of PLUGINS) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [, list, from] of text.matchAll(
        /^import (?:type )?\{([^}]*)\} from '(@droppoint\/platform[^']*)'/gm,
      )) {
        for (const name of namesOf(list!, 'inner')) {
          imports++;
          if (exported.get(from!)?.has(name) !== true)
            missing.push(`${join(folder, file)}: ${name} from ${from}`);
        }
      }
    }
  }
  expect(missing).toEqual([]);
  expect(imports).toBeGreaterThan(50);
});
