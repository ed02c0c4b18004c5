import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../temporary-folder.ts';

/** A project with one package that running needs and one that tests need, installed by npm from two archives. */
let project: string;

const npm = (parameters: string[], folder = project) =>
  execFileSync('npm', [...parameters, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Makes the archive of a package. */
function pack(name: string, version: string): string {
  const source = join(project, 'sources', `${name}-${version}`);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version }));
  npm(['pack', '--pack-destination', project], source);
  return `file:${name}-${version}.tgz`;
}

function writeProject(runningVersion: string): void {
  const manifest = {
    name: 'project',
    dependencies: { running: pack('running', runningVersion) },
    devDependencies: { testing: pack('testing', '1.0.0') },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  rmSync(join(project, 'package-lock.json'), { force: true });
  // npm would take what is installed for installed from this lock file.
  const installed = join(project, 'node_modules');
  if (existsSync(installed)) renameSync(installed, `${installed}-aside`);
  npm(['install', '--package-lock-only']);
  if (existsSync(`${installed}-aside`)) renameSync(`${installed}-aside`, installed);
}

beforeEach(() => {
  project = makeFolder();
  mkdirSync(join(project, 'scripts'));
  writeFileSync(join(project, 'scripts/prepare.mjs'), '');
  writeProject('1.0.0');
});

/** As a command of the project does. @returns what it prints */
const install = (needed: 'running' | 'everything') => {
  const module = resolve('scripts/packages.mjs');
  const code = `import { installPackages } from ${JSON.stringify(module)}; installPackages('${needed}');`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: project,
    encoding: 'utf8',
  });
};
const has = (name: string) => existsSync(join(project, 'node_modules', name));
/** Changes if a package is installed once more. */
const inode = (name: string) => statSync(join(project, 'node_modules', name, 'package.json')).ino;
const versionOf = (name: string) =>
  (
    JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

describe('the packages that a command installs', { timeout: 60_000 }, () => {
  it('are at first those that it needs', () => {
    expect(install('running')).toContain('that running needs');
    expect([has('running'), has('testing')]).toEqual([true, false]);
  });

  it('are none the second time', () => {
    install('running');
    expect(install('running')).toBe('');
    install('everything');
    expect(install('everything')).toBe('');
  });

  it('are for tests only those that are missing', () => {
    install('running');
    const before = inode('running');
    install('everything');
    expect([has('running'), has('testing'), inode('running')]).toEqual([true, true, before]);
  });

  it('stay for tests when running needs nothing more, or a newer one', () => {
    install('everything');
    expect(install('running')).toBe('');
    writeProject('1.1.0');
    install('running');
    expect([versionOf('running'), has('testing')]).toEqual(['1.1.0', true]);
  });
});
