import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsOf, startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { ENVIRONMENT, makeItems, makePlatform, makeSettings, NOW_MS, run } from './made-up-platform.ts';
import { makeFolder } from '../temporary-folder.ts';

/** Mounts a disk of this size that only the command sees, and lists its files afterwards. */
const onSmallDisk = (kilobytes: number) =>
  `mount -t tmpfs -o size=${kilobytes}k tmpfs "$SNAPSHOT_DIR" && node --import tsx publisher/main.ts; code=$?; ls -A "$SNAPSHOT_DIR"; exit $code`;
const canMount =
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
    .status === 0;

describe('Disk space of a walk', () => {
  it.runIf(canMount).each([
    ['while pages are read', 400],
    ['while files are written', 1_800],
  ])('freed immediately when the disk is full %s', async (_when, kilobytes) => {
    const sandbox = await startSmallSandbox();
    const child = spawn(
      'unshare',
      ['--user', '--map-root-user', '--mount', 'sh', '-c', onSmallDisk(kilobytes)],
      {
        cwd: resolve(import.meta.dirname, '../..'),
        env: {
          ...process.env,
          ...ENVIRONMENT,
          ...settingsOf(sandbox.addresses),
          SNAPSHOT_DIR: makeFolder(),
        },
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const [code] = (await once(child, 'close')) as [number];
    await sandbox.close();
    expect([code, output]).toEqual([1, expect.stringContaining('The disk is full. Free some space')]);
    expect(output).not.toMatch(/^(\.walk|\.next|\.lock|\.manifest.*|[0-9a-f]{16})$/m);
  });

  it('refused beyond the limit of the settings, and freed', async () => {
    const folder = makeFolder();
    const settings = makeSettings(folder, { SNAPSHOT_MAX_WALK_MB: '1' });
    await expect(run(settings, makePlatform(makeItems(6000)))).rejects.toThrow('SNAPSHOT_MAX_WALK_MB=1');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('doesn’t grow with repeated failures', async () => {
    const folder = makeFolder();
    const settings = makeSettings(folder, { SNAPSHOT_PER_PAGE: '100', SNAPSHOT_CONCURRENCY: '1' });
    const sizes: number[] = [];
    for (let night = 0; night < 6; night++) {
      const platform = makePlatform(makeItems(1000, `${night}_`));
      platform.interfere = (page) => (page === 10 ? new Response(null, { status: 404 }) : undefined);
      const now = () => NOW_MS + night * 86_400_000;
      await expect(run(settings, platform, { now })).rejects.toThrow();
      sizes.push(statSync(join(folder, '.walk/items.ndjson')).size);
    }
    expect(Math.max(...sizes)).toBeLessThan(5 * sizes[0]!);
    await run(settings, makePlatform(makeItems(1000)));
    expect(existsSync(join(folder, '.walk'))).toBe(false);
  });
});
