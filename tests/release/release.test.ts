import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { buildRelease, Machine, makePages, makeSettings } from './make-release.ts';
import { makeFolder } from '../temporary-folder.ts';

const target = makeFolder();
const first = buildRelease(makePages('one'), target);
const second = buildRelease(makePages('two'), target);
const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '300' });
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await sandbox.close();
});

describe('Release', () => {
  it('Release: the same wherever it is built, and different if a page differs', () => {
    const again = buildRelease(makePages('one'), makeFolder());
    expect(basename(again)).toBe(basename(first));
    expect(basename(second)).not.toBe(basename(first));
    expect(basename(first)).toMatch(/^droppoint-\d+\.\d+\.\d+-[0-9a-f]{8}$/);
    for (const name of readdirSync(first, { recursive: true, encoding: 'utf8' })) {
      const text = /\.(mjs|json)$/.test(name) ? readFileSync(join(first, name), 'utf8') : '';
      expect(text.includes(process.cwd()), name).toBe(false);
    }
  });

  it('Release: needs no packages, and contains the licences of bundled ones', () => {
    expect(existsSync(join(first, 'node_modules'))).toBe(false);
    const { dependencies } = JSON.parse(readFileSync(join(first, 'package.json'), 'utf8')) as {
      dependencies?: object;
    };
    expect(dependencies).toBeUndefined();
    const packages = readFileSync(join(first, 'LICENSES.md'), 'utf8').match(/(?<=^## )\S+/gm) ?? [];
    expect(packages).toContain('hono');
    // Keep them few: each is foreign code with access to the secret.
    expect(packages.length).toBeLessThanOrEqual(23);
    // A release has only its own versions of the elements' scripts; otherwise each machine would build a different one.
    expect(readdirSync(join(first, 'pages/v1')).sort()).toEqual([
      'droppoint-one.js',
      'droppoint-one.js.map',
      'droppoint-parcel-one.js',
      'droppoint-parcel.js',
      'droppoint.js',
      'integrity.json',
    ]);
  });

  it('Release: publishes, passes the doctor, serves, and is replaced without a gap', async () => {
    const machine = new Machine();
    const settings = await makeSettings(sandbox.addresses);
    machine.write(settings);
    const one = basename(machine.put(first));

    const early = await machine.run(one, 'switch');
    expect(early).toMatchObject({
      status: 1,
      output: expect.stringContaining('Nothing was switched') as string,
    });
    expect(await machine.run(one, 'snapshot')).toMatchObject({ status: 0 });
    expect(existsSync(join(machine.folder, 'published/network/manifest.json'))).toBe(true);
    expect((await machine.run(one, 'snapshot', '--list')).output).toContain('current');
    const examined = await machine.run(one, 'doctor');
    // The doctor warns root to run it as the service's user, and that anybody may read the settings written by the test.
    expect(examined.output).not.toMatch(/failed|warning +(?!rights|\s)/);
    expect(examined.status).toBe(0);
    expect(await machine.run(one, 'switch')).toMatchObject({ status: 0 });

    const origin = settings.APP_ORIGIN;
    const read = async (path: string) => {
      const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
      return [answer.status, await answer.text()];
    };
    const isReady = () =>
      fetch(`${origin}/api/ready`).then(
        ({ status }) => status,
        () => 0,
      );
    const node = machine.serve('current');
    running.push(node);
    await expect.poll(isReady).toBe(200);
    expect(await read('/')).toEqual([200, 'locator one']);
    expect(await read('/v1/droppoint.js')).toEqual([200, 'widget one']);
    const [status, list] = await read('/api/points?page=1&perPage=1');
    expect([status, list]).toEqual([200, expect.stringContaining('"items"')]);

    const two = basename(machine.put(second));
    const current = join(machine.folder, 'current');
    const seen = new Set<string>();
    const watch = setInterval(() => seen.add(realpathSync(join(current, 'pages/index.html'))), 1);
    expect(await machine.run(two, 'switch')).toMatchObject({ status: 0 });
    await expect.poll(() => seen.size).toBeGreaterThan(0);
    clearInterval(watch);
    expect(readlinkSync(current)).toBe(two);
    // The running process keeps its own release until it is restarted.
    expect(await read('/')).toEqual([200, 'locator one']);
    node.kill('SIGTERM');
    await once(node, 'exit');

    const next = machine.serve('current');
    running.push(next);
    await expect.poll(isReady).toBe(200);
    expect(await read('/')).toEqual([200, 'locator two']);
    // Old files stay for pages loaded earlier, and for shops that pinned the widget.
    expect(await read('/_app/immutable/one.js')).toEqual([200, 'part of one']);
    expect(await read('/basemap/6/one.mvt')).toEqual([200, 'land of one']);
    expect(await read('/basemap/6/34-21.mvt')).toEqual([200, 'land two']);
    expect(await read('/v1/droppoint-one.js')).toEqual([200, 'widget one']);
    expect(await read('/v1/droppoint-two.js')).toEqual([200, 'widget two']);
    expect(await read('/v1/droppoint-one.js.map')).toEqual([200, 'map one']);
    expect(await read('/v1/droppoint-two.js.map')).toEqual([200, 'map two']);
    expect(await read('/v1/droppoint-parcel.js')).toEqual([200, 'parcel two']);
    expect(await read('/v1/droppoint-parcel-one.js')).toEqual([200, 'parcel one']);
    next.kill('SIGTERM');
    expect(await once(next, 'exit')).toEqual([0, null]);
  });

  it('Release: can be switched while the platform is away, and despite named failures', async () => {
    const machine = new Machine();
    const settings = await makeSettings(sandbox.addresses);
    machine.write(settings);
    const [one, two] = [basename(machine.put(first)), basename(machine.put(second))];
    expect(await machine.run(one, 'snapshot')).toMatchObject({ status: 0 });
    const current = () => readlinkSync(join(machine.folder, 'current'));

    machine.write({ ...settings, PLATFORM_AUTH_URL: 'http://127.0.0.1:9' });
    for (const release of [one, two, one]) {
      const { status, output } = await machine.run(release, 'switch');
      expect([status, output]).toEqual([0, expect.stringContaining("Can't reach the platform")]);
      expect(current()).toBe(release);
    }

    machine.write({ ...settings, PLATFORM_CLIENT_SECRET: 'wrong' });
    const refused = await machine.run(two, 'switch');
    expect(refused.output).toContain(
      'Nothing was switched: token failed. To switch anyway: switch --despite token',
    );
    for (const words of [['--force'], ['--despite'], ['--despite', 'wisdom'], ['two']]) {
      const { status, output } = await machine.run(two, 'switch', ...words);
      expect([status, output]).toEqual([1, expect.stringMatching(/^Usage: .*--despite PART/)]);
    }
    expect(await machine.run(two, 'switch', '--despite', 'network')).toMatchObject({ status: 1 });
    expect(current()).toBe(one);
    const { status, output } = await machine.run(two, 'switch', '--despite', 'network', '--despite', 'token');
    expect([status, current()]).toEqual([0, two]);
    expect(output).toContain('Switched although token failed, because of --despite.');
  });

  it('Release: accepts arguments after two dashes, like npm run', async () => {
    const machine = new Machine();
    machine.write(await makeSettings(sandbox.addresses));
    const { output } = await machine.run(basename(machine.put(first)), 'streets', '--', 'none.pmtiles');
    expect(output).toContain('none.pmtiles');
    expect(output).not.toContain('import an archive');
  });
});
