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

describe.skipIf(!isRoot)('Machine with a separate user for the service', () => {
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

  it('Rights: everything works as the service’s user, and root refuses to publish in its folder', async () => {
    // Root can't do the first run either, which creates the folder.
    const first = await runAs(0, 'snapshot');
    expect([first.status, first.output]).toEqual([
      1,
      `${machine.folder} belongs to user id 65534, but you are root. Run it as that user: runuser -u "$(id -nu 65534)" -- node …\n`,
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
          /published belongs to user id 65534, but you are root\. Run it as that user: runuser/,
        ),
      ]);
    }
    expect(await runAs(SERVICE, 'switch')).toMatchObject({ status: 0 });
    expect(readlinkSync(join(machine.folder, 'current'))).toBe(name);
  });

  it('Rights: the doctor finds folders that root published, as either user', async () => {
    expect(await runAs(SERVICE, 'snapshot')).toMatchObject({ status: 0 });
    mkdirSync(published('network/.made-by-root'));
    for (const userId of [SERVICE, 0]) {
      const { status, output } = await runAs(userId, 'doctor');
      expect(output).toMatch(
        /^failed +rights: .*65534.* can't write to .*\.made-by-root, which belongs to user id 0\. As root, run "chown/m,
      );
      expect(output.includes('warning  rights: you are root')).toBe(userId === 0);
      expect(status).toBe(1);
    }
  });

  it.each(['doctor', 'serve', 'snapshot'])('Rights: %s reports unreadable settings', async (program) => {
    chownSync(join(machine.folder, '.env'), 0, 0);
    const { status, output } = await runAs(SERVICE, program);
    expect(output).toMatch(/^This user can't read \S+\.env \(EACCES\)\. As root, run "chown .*\n$/);
    expect(status).toBe(1);
    expect(existsSync(published())).toBe(false);
  });

  it('Rights: the doctor warns of settings that every user may read', async () => {
    const warning = /^warning +rights: \S+\.env contains secrets, and every user .*\(mode 644\): chmod 600/m;
    expect((await runAs(SERVICE, 'doctor')).output).not.toMatch(warning);
    chmodSync(join(machine.folder, '.env'), 0o644);
    expect((await runAs(SERVICE, 'doctor')).output).toMatch(warning);
  });
});

/** Opens a temporary folder to other users. */
function openToOthers(folder: string): void {
  if (!basename(folder).startsWith('droppoint-')) return;
  chmodSync(folder, 0o755);
  openToOthers(dirname(folder));
}
