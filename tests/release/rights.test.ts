import { chmodSync, chownSync, existsSync, mkdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import { startSmallSandbox } from '../sandbox/sandbox-client.ts';
import { buildRelease, Machine, makePages, makeSettings } from './make-release.ts';
import { makeFolder } from '../temporary-folder.ts';

/** Debian's `nobody`. */
const SERVICE = 65_534;
const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot)('on a machine whose service has a user of its own', () => {
  let sandbox: Sandbox;
  let release: string;
  let machine: Machine;
  let name: string;
  beforeAll(async () => {
    sandbox = await startSmallSandbox({ SANDBOX_POINTS: '60' });
    release = buildRelease(makePages('one'), makeFolder());
  }, 120_000);
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    machine = new Machine();
    machine.write(await makeSettings(sandbox.addresses));
    name = basename(machine.put(release));
    openToOthers(machine.folder);
    for (const path of ['', '.env']) chownSync(join(machine.folder, path), SERVICE, SERVICE);
    chmodSync(join(machine.folder, '.env'), 0o600);
    chmodSync(join(machine.folder, name, 'pages'), 0o755);
  });

  const published = (...names: string[]) => join(machine.folder, 'published', ...names);
  async function runAs(userId: number, ...words: string[]) {
    machine.userId = userId;
    return machine.run(name, ...words);
  }

  it('everything works as that user, and nothing is published as root in its folder', async () => {
    // Nor by the first run, which makes the folder.
    const first = await runAs(0, 'snapshot');
    expect([first.status, first.output]).toEqual([
      1,
      `${machine.folder} belongs to user id 65534, and this is root. Run it as that user: runuser -u "$(id -nu 65534)" -- node …\n`,
    ]);
    expect(existsSync(published())).toBe(false);
    expect(await runAs(SERVICE, 'snapshot')).toMatchObject({ status: 0 });
    const examined = await runAs(SERVICE, 'doctor');
    expect(examined.output).toMatch(/^ok +rights: user id 65534$/m);
    expect(examined.output).not.toMatch(/^failed/m);
    expect(examined.status).toBe(0);
    for (const words of [['snapshot'], ['streets'], ['switch']]) {
      const { status, output } = await runAs(0, ...words);
      expect([status, output], words[0]).toEqual([
        1,
        expect.stringMatching(
          /published belongs to user id 65534, and this is root\. Run it as that user: runuser/,
        ),
      ]);
    }
    expect(await runAs(SERVICE, 'switch')).toMatchObject({ status: 0 });
    expect(readlinkSync(join(machine.folder, 'current'))).toBe(name);
  });

  it('the doctor finds folders that root published, as either user', async () => {
    expect(await runAs(SERVICE, 'snapshot')).toMatchObject({ status: 0 });
    mkdirSync(published('network/.made-by-root'));
    for (const userId of [SERVICE, 0]) {
      const { status, output } = await runAs(userId, 'doctor');
      expect(output).toMatch(
        /^failed +rights: .*65534.* can't write to .*\.made-by-root, which belongs to user id 0\. As root: chown/m,
      );
      expect(output.includes('warning  rights: this is root')).toBe(userId === 0);
      expect(status).toBe(1);
    }
  });

  it.each(['doctor', 'serve', 'snapshot'])(
    '%s says so where the settings are unreadable',
    async (program) => {
      chownSync(join(machine.folder, '.env'), 0, 0);
      const { status, output } = await runAs(SERVICE, program);
      expect(output).toMatch(/^\S+\.env can't be read by this user \(EACCES\)\. As root: chown .*\n$/);
      expect(status).toBe(1);
      expect(existsSync(published())).toBe(false);
    },
  );

  it('the doctor warns of settings that every user may read', async () => {
    const warning = /^warning +rights: \S+\.env has secrets, and every user .*\(mode 644\): chmod 600/m;
    expect((await runAs(SERVICE, 'doctor')).output).not.toMatch(warning);
    chmodSync(join(machine.folder, '.env'), 0o644);
    expect((await runAs(SERVICE, 'doctor')).output).toMatch(warning);
  });
});

/** Temporary folders are closed to other users. */
function openToOthers(folder: string): void {
  if (!basename(folder).startsWith('droppoint-')) return;
  chmodSync(folder, 0o755);
  openToOthers(dirname(folder));
}
