import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TSC } from '../../scripts/checks/type-folders.mjs';
import { makeFolder } from '../temporary-folder.ts';

/** Files that the type checks read; the tests break a copy of them. */
const COPIED = [
  'src',
  'functions',
  'packages',
  'publisher',
  'scripts',
  '.svelte-kit/tsconfig.json',
  '.svelte-kit/ambient.d.ts',
  '.svelte-kit/non-ambient.d.ts',
  '.svelte-kit/types',
  'package.json',
  'tsconfig.json',
  'svelte.config.js',
  'vite.config.ts',
];

let folder: string;
beforeAll(() => {
  folder = makeFolder();
  const isOwn = (path: string) => !/\/node_modules(\/|$)/.test(path);
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true, filter: isOwn });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});

function run(program: string, ...parameters: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [resolve(program), ...parameters], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe('Type check', () => {
  it('Type check: finds a wrong type in a component and in a module of the pages', () => {
    const check = () =>
      run(
        'node_modules/.bin/svelte-check',
        '--tsgo',
        '--fail-on-warnings',
        '--no-color',
        '--output',
        'human',
      );
    const wrong = `const count: number = 'three';\nconsole.log(count);`;
    writeFileSync(join(folder, 'src/lib/card/Wrong.svelte'), `<script lang="ts">\n${wrong}\n</script>\n`);
    writeFileSync(join(folder, 'src/lib/card/wrong.ts'), `${wrong}\nexport {};\n`);
    const { status, stdout } = check();
    expect(status).toBe(1);
    expect(stdout).toContain('card/Wrong.svelte:2');
    expect(stdout).toContain('card/wrong.ts:1');
    expect(stdout).toContain('found 2 errors');
  });

  it('Type check: finds a wrong type in another folder', () => {
    writeFileSync(join(folder, 'functions/wrong.ts'), `export const count: number = 'three';\n`);
    const { status, stdout } = run(TSC, '-p', 'functions');
    expect(status).not.toBe(0);
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('functions/wrong.ts(1,14)')]);
  });
});
