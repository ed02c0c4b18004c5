import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packPackages } from '../../scripts/pack-packages.mjs';
import { makeFolder } from '../temporary-folder.ts';

/** Archives of the packages, and the manifest and lock file of a project that needs each version. */
const versions = makeFolder();
/** A project with one package for running and one for tests, which npm installs from two archives. */
let project: string;

/** Makes the archive of a package, as `npm pack` does. */
function pack(name: string, version: string): string {
  const archive = `${name}-${version}.tgz`;
  const source = makeFolder({ 'package/package.json': JSON.stringify({ name, version }) });
  execFileSync('tar', ['-czf', join(versions, archive), '-C', source, 'package']);
  return archive;
}

beforeAll(() => {
  const testing = pack('testing', '1.0.0');
  for (const version of ['1.0.0', '1.1.0']) {
    const running = pack('running', version);
    const folder = join(versions, version);
    mkdirSync(folder);
    for (const archive of [running, testing]) cpSync(join(versions, archive), join(folder, archive));
    const manifest = {
      name: 'project',
      dependencies: { running: `file:${running}` },
      devDependencies: { testing: `file:${testing}` },
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: folder });
  }
}, 60_000);

const need = (runningVersion: string) => cpSync(join(versions, runningVersion), project, { recursive: true });

beforeEach(() => {
  project = makeFolder({ 'scripts/prepare.mjs': '' });
  need('1.0.0');
});

/** Installs packages as a command of the project does. @returns its output */
const install = (needed: 'running' | 'everything') => {
  const module = resolve('scripts/packages.mjs');
  const code = `import { installPackages } from ${JSON.stringify(module)}; installPackages('${needed}');`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: project,
    encoding: 'utf8',
  });
};
const has = (name: string) => existsSync(join(project, 'node_modules', name));
/** Returns a number that changes if a package is installed again. */
const inode = (name: string) => statSync(join(project, 'node_modules', name, 'package.json')).ino;
const versionOf = (name: string) =>
  (
    JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

describe('Packages that a command installs', () => {
  it('Packages: a command installs only what it needs, tests add the rest, and nothing is installed twice', () => {
    expect(install('running')).toContain('for running');
    expect([has('running'), has('testing')]).toEqual([true, false]);
    expect(install('running')).toBe('');
    const before = inode('running');
    install('everything');
    expect([has('running'), has('testing'), inode('running')]).toEqual([true, true, before]);
    expect(install('everything')).toBe('');
  });

  it('Packages: those for tests stay when the program needs no or newer packages', () => {
    install('everything');
    expect(install('running')).toBe('');
    need('1.1.0');
    install('running');
    expect([versionOf('running'), has('testing')]).toEqual(['1.1.0', true]);
  });
});

describe('Archives of our packages', () => {
  it('the same content has the same bytes, whose hash is beside them, and other packages stay listed', () => {
    const published = makeFolder();
    const pack = (name: string) => {
      const source = makeFolder({
        'package.json': JSON.stringify({ name, version: '1.2.3' }),
        'index.js': '',
      });
      return packPackages([source], published)[0]!;
    };
    const { file, integrity } = pack('@droppoint/one');
    expect(file).toBe('droppoint-one-1.2.3.tgz');
    pack('two');
    expect(pack('@droppoint/one').integrity).toBe(integrity);
    const bytes = readFileSync(join(published, file));
    expect(integrity).toBe(`sha512-${createHash('sha512').update(bytes).digest('base64')}`);
    expect(JSON.parse(readFileSync(join(published, 'integrity.json'), 'utf8'))).toEqual({
      '@droppoint/one': { version: '1.2.3', file, integrity },
      two: { version: '1.2.3', file: 'two-1.2.3.tgz', integrity: expect.any(String) as string },
    });
  });
});
