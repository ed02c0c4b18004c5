import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import { startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { buildRelease, makePages, makeSettings } from './make-release.ts';
import { makeFolder } from '../temporary-folder.ts';

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;
const canRun = process.getuid?.() === 0 && isInstalled('podman') && isInstalled('runc');

/** The base image of the container file. The tests can't download it, so they make another one under its name. */
const BASE = 'docker.io/library/node:24-slim';
const NODE_USER = 1000;

const folder = makeFolder();

async function podman(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await tryPodman(...words);
  if (status !== 0) throw new Error(`podman ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout.trim();
}

/**
 * Runs podman with a separate store, apart from the machine's images and containers. Runs asynchronously, because the sandbox runs in
 * this process.
 */
async function tryPodman(...words: string[]) {
  const store = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  // Use runc: podman's default runtime doesn't work in every container that tests run in.
  const engine = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  const child = spawn('podman', [...store, ...engine, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += String(text)));
  child.stderr.on('data', (text) => (stderr += String(text)));
  const [status] = (await once(child, 'close')) as [number];
  return { status, stdout, stderr };
}

/** Makes a base image from this machine's Node and shell, with their libraries, and the user `node`. */
async function makeBase(): Promise<void> {
  const root = join(folder, 'base');
  const programs = { '/usr/local/bin/node': process.execPath };
  for (const name of ['sh', 'mkdir', 'chown', 'chmod', 'id', 'touch'])
    Object.assign(programs, { [`/bin/${name}`]: execFileSync('which', [name], { encoding: 'utf8' }).trim() });
  for (const [target, program] of Object.entries(programs)) {
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
    for (const [to, from] of [[target, program], ...libraries.map((path) => [path, path])] as [
      string,
      string,
    ][]) {
      mkdirSync(join(root, dirname(to)), { recursive: true });
      copyFileSync(realpathSync(from), join(root, to));
    }
  }
  for (const name of ['etc', 'tmp', 'proc', 'sys', 'dev']) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0::/:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/:/bin/sh\n`,
  );
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nnode:x:${NODE_USER}:\n`);
  execFileSync('tar', ['-C', root, '-cf', join(folder, 'base.tar'), '.']);
  await podman('import', '--change', 'ENV PATH=/usr/local/bin:/bin', join(folder, 'base.tar'), BASE);
}

describe.skipIf(!canRun)('Container of deploy/Containerfile', () => {
  let sandbox: Sandbox;
  let settings: Awaited<ReturnType<typeof makeSettings>>;
  let run: string[];
  beforeAll(async () => {
    sandbox = await startSmallSandbox({ SANDBOX_POINTS: '300' });
    settings = await makeSettings(sandbox.addresses);
    await makeBase();
    const release = buildRelease(makePages('one'), join(folder, 'releases'));
    const context = join(folder, 'context');
    cpSync(release, context, { recursive: true });
    await podman(
      'build',
      '--isolation',
      'chroot',
      '--pull-never',
      '--format',
      'docker',
      '-t',
      'droppoint',
      '-f',
      join(context, 'deploy/Containerfile'),
      context,
    );
    run = ['run', '--network', 'host', '--read-only', '--no-healthcheck'];
    run.push('--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000');
    run.push('--volume', 'published:/srv/droppoint/published');
    for (const [key, value] of Object.entries(settings)) run.push('--env', `${key}=${value}`);
  }, 120_000);
  afterAll(async () => {
    await tryPodman('rm', '--all', '--force', '--time', '0');
    rmSync(folder, { recursive: true, force: true });
    await sandbox?.close();
  });

  it('Container: publishes, passes the doctor, serves and stops, as an unprivileged user on a read-only root', async () => {
    expect(await podman(...run, '--rm', 'droppoint', 'snapshot')).toContain('Published');
    expect(await podman(...run, '--rm', 'droppoint', 'doctor')).not.toMatch(/failed/);

    await podman(...run, '--detach', '--name', 'function', 'droppoint');
    const health = JSON.parse(
      await podman('image', 'inspect', '--format', '{{json .HealthCheck}}', 'droppoint'),
    ) as { Test: string[] };
    const [kind, ...check] = health.Test.map((word) => word.replace('3000', settings.PORT));
    expect(kind).toBe('CMD');
    await expect.poll(async () => (await tryPodman('exec', 'function', ...check)).status).toBe(0);
    const request = async (path: string) => {
      const answer = await fetch(settings.APP_ORIGIN + path);
      return [answer.status, await answer.text()] as const;
    };
    expect((await request('/api/ready'))[0]).toBe(200);
    expect(await request('/')).toEqual([200, 'locator one']);
    const [, list] = await request('/api/points?page=1&perPage=1');
    const { id } = (JSON.parse(list) as { items: { id: string }[] }).items[0]!;
    expect((await request(`/api/points/${id}`))[1]).toContain('"exists"');

    expect(await podman('exec', 'function', 'id', '-u')).toBe(String(NODE_USER));
    const written = await tryPodman('exec', '--user', 'root', 'function', 'touch', 'current/written');
    expect(written.stderr).toContain('Read-only');
    expect((await tryPodman('exec', 'function', 'touch', 'published/written')).status).toBe(0);

    await podman('stop', '--time', '15', 'function');
    expect(await podman('inspect', '--format', '{{.State.ExitCode}}', 'function')).toBe('0');
  });
});
