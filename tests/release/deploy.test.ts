import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../functions/find-free-port.ts';
import { ENVIRONMENT } from '../functions/harness.ts';
import { buildRelease, makePages } from './make-release.ts';
import { makeFolder } from '../temporary-folder.ts';

const read = (name: string) => readFileSync(join('deploy', name), 'utf8');
const units = readdirSync('deploy').filter((name) => /\.(service|socket|timer)$/.test(name));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const hasCompose = spawnSync('docker-compose', ['--version']).status === 0;

describe.skipIf(!hasSystemd)('systemd units', () => {
  /** @returns systemd's messages on the units */
  function verify(change: (unit: string) => string): string {
    const folder = makeFolder();
    for (const name of units)
      writeFileSync(join(folder, name), change(read(name)).replaceAll('/usr/bin/node', process.execPath));
    const files = units.map((name) => join(folder, name));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    return `${status} ${stderr}`;
  }

  it('systemd units: valid as they are', () => {
    expect(units).toHaveLength(4);
    expect(verify((unit) => unit)).toBe('0 ');
    expect(verify((unit) => unit.replace('OnCalendar=*-*-* 03:30', 'OnCalendar=at night'))).toContain(
      'calendar specification',
    );
  });

  it('systemd units: the memory limit is above the alert, and the publisher has room for any network', () => {
    const [, limit] = /^MemoryMax=(\d+)M$/m.exec(read('droppoint.service')) ?? [];
    const [, alert] =
      /process_resident_memory_bytes\{.*\} > ([\d.e]+)$/m.exec(readFileSync('docs/alerts.yml', 'utf8')) ?? [];
    expect(Number(limit) * 2 ** 20).toBeGreaterThan(1.25 * Number(alert));
    // Node caches up to 200 MB of files beside its heap. Without its own limit, the heap may grow to 4 GB.
    for (const [name, heap, most] of [
      ['droppoint.service', /^Environment=NODE_OPTIONS=--max-old-space-size=(\d+)$/m, /^MemoryMax=(\d+)M$/m],
      ['compose.yaml', /NODE_OPTIONS: '--max-old-space-size=(\d+)'/, /mem_limit: (\d+)m\n/],
    ] as const)
      expect(Number(heap.exec(read(name))?.[1]) + 400, name).toBeLessThan(Number(most.exec(read(name))?.[1]));
    // The limit is a share of the machine's memory: a network of ten million points takes 5 GB, one of a million 0.5 GB.
    expect(read('droppoint-snapshot.service')).toMatch(/^MemoryMax=\d\d%$/m);
  });

  it('systemd units: may write only to the published folder', () => {
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      expect(read(unit)).toContain('ProtectSystem=strict');
      expect(/ReadWritePaths=(.*)/.exec(read(unit))?.[1]).toBe('/srv/droppoint/published');
    }
  });
});

describe('Container files', () => {
  const words = (instruction: RegExp, name: string) =>
    JSON.parse(instruction.exec(read(name))?.[1] ?? 'null') as string[];
  /** The image's folder, with a release copied to the path in the container file. */
  const image = makeFolder();
  const release = buildRelease(makePages('one'), makeFolder());
  let child: ChildProcess | undefined;
  beforeAll(() => {
    const [, from, to] = /^COPY --chown=root:root (\S+) (\S+)$/m.exec(read('Containerfile')) ?? [];
    mkdirSync(join(image, 'published'));
    execFileSync('cp', ['-r', join(release, from!), join(image, to!)]);
  });
  afterAll(() => void child?.kill('SIGKILL'));

  // Run the command without a container engine, which many machines don't have (container.test.ts needs one).
  it('Container files: the instructions start, check and stop the function', async () => {
    const port = String(await findFreePort());
    const env = { PATH: process.env['PATH'], ...ENVIRONMENT, HOST: '127.0.0.1', PORT: port };
    const start = [...words(/^ENTRYPOINT (.*)$/m, 'Containerfile'), ...words(/^CMD (.*)$/m, 'Containerfile')];
    expect(start[0]).toBe('node');
    const check = words(/HEALTHCHECK [^[]*CMD (.*)$/m, 'Containerfile').map((word) =>
      word.replace('3000', port),
    );
    const isHealthy = () => spawnSync(check[0]!, check.slice(1), { env }).status === 0;
    expect(isHealthy()).toBe(false);
    child = spawn(process.execPath, start.slice(1), { cwd: image, env, stdio: 'ignore' });
    await expect.poll(isHealthy).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('Container files: copy only files that a release has', () => {
    for (const [name, pattern] of [
      ['Containerfile', /^COPY (?:--\S+ )?(\S+) /gm],
      ['Containerfile.front', /^COPY (?:--\S+ )?(\S+) /gm],
      ['compose.yaml', /dockerfile: (\S+) /g],
    ] as const) {
      const named = [...read(name).matchAll(pattern)].map(([, file]) => file!);
      expect(named.length, name).toBeGreaterThan(0);
      expect(named.filter((file) => !existsSync(join(release, file)))).toEqual([]);
    }
  });

  it('Container files: every service has a memory limit', () => {
    const services = read('compose.yaml')
      .split(/^ {2}(?=\w+:$)/m)
      .slice(1);
    expect(services).toHaveLength(6);
    for (const service of services.slice(0, 4)) expect(service).toMatch(/^ {4}mem_limit: \d+[mg]$/m);
  });

  it('Container files: the published folder is the mounted volume', () => {
    const volume = /^VOLUME (.*)$/m.exec(read('Containerfile'))?.[1];
    expect(read('compose.yaml').match(/published:(\/[\w/]+)/g)).toEqual(Array(3).fill(`published:${volume}`));
    expect(`${/^WORKDIR (.*)$/m.exec(read('Containerfile'))?.[1]}/published`).toBe(volume);
  });
});

it.skipIf(!hasCompose)('compose.yaml: valid as it is, and refers to files of a release', () => {
  const operator = makeFolder();
  cpSync('deploy', join(operator, 'release/deploy'), { recursive: true });
  writeFileSync(join(operator, '.env'), 'APP_ORIGIN=https://points.example\n');
  const file = join(operator, 'release/deploy/compose.yaml');
  const check = (change: (text: string) => string) => {
    // Remove the project's name, which Debian's Compose 1 doesn't support.
    writeFileSync(file, change(read('compose.yaml').replace(/^name: .*$/m, '')));
    const { status, stdout, stderr } = spawnSync('docker-compose', ['-f', file, 'config'], {
      encoding: 'utf8',
    });
    return `${status} ${stdout}${stderr}`;
  };
  const understood = check((text) => text);
  expect(understood).toMatch(/^0 /);
  expect(understood.match(/APP_ORIGIN: https:\/\/points.example/g)).toHaveLength(2);
  expect(understood.match(/context: (.*)/g)).toEqual(Array(3).fill(`context: ${join(operator, 'release')}`));
  expect(understood).toContain(`- ${join(operator, 'certificates')}:/etc/droppoint:ro`);
  expect(check((text) => text.replace('stop_grace_period', 'grace'))).toContain('Unsupported config option');
});
