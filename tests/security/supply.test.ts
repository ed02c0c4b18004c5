import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Locked {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  /** A workspace of this project, installed as a link to its folder. */
  link?: boolean;
}
const manifest = JSON.parse(read('package.json')) as {
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const lock = JSON.parse(read('package-lock.json')) as {
  lockfileVersion: number;
  packages: Record<string, Locked>;
};
const WORKSPACES = ['measure'];
const locked = Object.entries(lock.packages).filter(
  ([path, { link }]) => path !== '' && !WORKSPACES.includes(path) && link !== true,
);

describe('Dependencies', () => {
  it('versions are exact, from one registry, with a hash', () => {
    const manifests = [
      manifest,
      ...WORKSPACES.map((folder) => JSON.parse(read(`${folder}/package.json`)) as typeof manifest),
    ];
    expect(
      manifests
        .flatMap(({ dependencies = {}, devDependencies }) => [
          ...Object.entries(dependencies),
          ...Object.entries(devDependencies),
        ])
        .filter(([, version]) => !/^(npm:typescript@)?\d+\.\d+\.\d+$/.test(version)),
    ).toEqual([]);
    expect(locked.length).toBeGreaterThan(200);
    const unsure = locked.filter(
      ([, { resolved = 'https://registry.npmjs.org/', integrity }]) =>
        !resolved.startsWith('https://registry.npmjs.org/') || !integrity?.startsWith('sha512-'),
    );
    expect(unsure.map(([path]) => path)).toEqual([]);
    expect(locked.filter(([path]) => !path.includes('node_modules/'))).toEqual([]);
  });

  it('only packages named in package.json run install scripts', () => {
    const withScripts = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(withScripts.filter((name) => manifest.allowScripts[name] !== true)).toEqual([]);
  });
});

it('npm start installs at most 155 packages, including the four with a binary for its machine', () => {
  const run = locked.filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional);
  expect(run.length).toBeLessThanOrEqual(155 - 4);
});

describe('Bundle of the worker', () => {
  it('the bundle and its source map contain no secret of this machine’s settings, and nothing that only Node needs', () => {
    const folder = makeFolder();
    const canary = 'canary-secret-5b1d';
    execFileSync(
      process.execPath,
      [
        ...['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', folder],
        ...['--assets', join(ROOT, 'static')],
      ],
      {
        cwd: ROOT,
        stdio: 'ignore',
        env: {
          ...process.env,
          PLATFORM_CLIENT_SECRET: canary,
          SESSION_KEYS: `a:${canary}`,
          WRANGLER_SEND_METRICS: 'false',
          WRANGLER_LOG: 'none',
        },
      },
    );
    const names = readdirSync(folder).filter((name) => /\.(js|map)$/.test(name));
    expect(names.sort()).toEqual(['worker.js', 'worker.js.map']);
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).not.toContain(canary);
      expect(text).not.toMatch(/ioredis|prom-client|node-server/);
    }
  });
});
