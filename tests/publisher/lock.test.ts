import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { pause } from '#async/pause.ts';
import { lockFolder } from '../../publisher/lock.ts';
import { readIdentity } from '../../publisher/lock.ts';
import { makeItems, makePlatform, makeSettings, run } from './made-up-platform.ts';
import { makeFolder } from '../temporary-folder.ts';
import { EXPECTATION_MS } from '../timeouts.ts';

const RUN = ['--import', 'tsx', resolve(import.meta.dirname, 'hold-folder.ts')];
/** As in a container: each run is process 1 of its own namespace. */
const IN_A_CONTAINER = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const hasContainers = spawnSync('unshare', [...IN_A_CONTAINER, 'true']).status === 0;

const HOLDERS: (readonly [what: string, command: string, parameters: readonly string[], pid: RegExp])[] = [
  ['a process', process.execPath, RUN, /^held by process \d+$/],
  ...(hasContainers
    ? ([
        [
          'process 1 of a container',
          'unshare',
          [...IN_A_CONTAINER, process.execPath, ...RUN],
          /^held by process 1$/,
        ],
      ] as const)
    : []),
];

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/** @param beatMs how long it waits for a beat of a lock that it finds */
async function hold(folder: string, command: string, parameters: readonly string[], beatMs: number) {
  const child = spawn(command, [...parameters, folder, String(beatMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [messages] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, messages: messages.toString().trim() };
}

/** Waits briefly: for a lock without a holder, the waiting time is irrelevant. */
const atOnce = () => new Promise<void>((done) => setImmediate(done));
const silent = () => undefined;
const lockOf = (folder: string) => join(folder, '.lock');

describe.each(HOLDERS)('Folder locked by %s', (_what, command, parameters, pid) => {
  it('refuses another run while the holder lives, and is free once it was killed', async () => {
    const folder = makeFolder();
    const { child, messages } = await hold(folder, command, parameters, 1_000);
    expect(messages).toMatch(pid);
    await expect(lockFolder(folder, pause, silent)).rejects.toThrow('Another run is working');

    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await hold(folder, command, parameters, 1);
    expect(next.messages).toMatch(pid);
    await expect(lockFolder(folder, pause, silent)).rejects.toThrow('Another run is working');
  });
});

describe('Lock', () => {
  it('reports when it waits, and is removed when its run ends', async () => {
    const folder = makeFolder();
    const messages: string[] = [];
    const lock = await lockFolder(folder, atOnce, (text) => messages.push(text));
    lock.check();
    expect(messages).toEqual([]);
    await lock.release();
    expect(existsSync(lockOf(folder))).toBe(false);
    writeFileSync(lockOf(folder), 'of a run that was killed');
    const next = await lockFolder(folder, atOnce, (text) => messages.push(text));
    expect(messages).toEqual([expect.stringContaining('Waiting')]);
    await next.release();
  });

  it.runIf(process.platform === 'linux')('takes over from an ended process without waiting', async () => {
    const folder = makeFolder();
    const { child } = await hold(folder, process.execPath, RUN, 1_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const messages: string[] = [];
    const lock = await lockFolder(folder, atOnce, (text) => messages.push(text));
    expect(messages).toEqual([]);
    await lock.release();
  });

  it.runIf(process.platform === 'linux').each([
    ['of another boot', { boot: 'another' }, true],
    ['in another container', { namespace: 'pid:[1]' }, true],
    ['with the id of one that has ended', { start: '1' }, false],
    ['that is alive', {}, true],
  ])('waits or not, depending on a process %s', async (_what, other, isWatched) => {
    const folder = makeFolder();
    // Name this process, so that the id is in use.
    writeFileSync(lockOf(folder), JSON.stringify({ token: 'x', ...readIdentity(), ...other }));
    const messages: string[] = [];
    const lock = await lockFolder(folder, atOnce, (text) => messages.push(text));
    expect(messages).toHaveLength(isWatched ? 1 : 0);
    await lock.release();
  });

  it('is updated even while its process is busy', async () => {
    const folder = makeFolder();
    const lock = await lockFolder(folder, atOnce, silent);
    const touchedMs = () => statSync(lockOf(folder)).mtimeMs;
    const firstMs = touchedMs();
    const blocksThread = new Int32Array(new SharedArrayBuffer(4));
    const untilMs = Date.now() + EXPECTATION_MS;
    while (touchedMs() === firstMs && Date.now() < untilMs) Atomics.wait(blocksThread, 0, 0, 50);
    expect(touchedMs()).toBeGreaterThan(firstMs);
    await lock.release();
  });

  it('only one of two waiting runs takes over from a killed one', async () => {
    const folder = makeFolder();
    writeFileSync(lockOf(folder), 'of a run that was killed');
    const waiting: (() => void)[] = [];
    /** Lets both check at the same moments, so that both find the lock untouched. */
    const inStep = () =>
      new Promise<void>((done) => {
        if (waiting.push(done) === 2) waiting.splice(0).forEach((goOn) => goOn());
      });
    const outcomes = await Promise.allSettled([1, 2].map(() => lockFolder(folder, inStep, silent)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a run notices that another took its lock, and doesn’t remove it', async () => {
    const folder = makeFolder();
    const lock = await lockFolder(folder, atOnce, silent);
    writeFileSync(lockOf(folder), 'of another');
    expect(() => lock.check()).toThrow('Another run has taken over');
    await lock.release();
    expect(readFileSync(lockOf(folder), 'utf8')).toBe('of another');
  });

  it('a run that lost its lock doesn’t publish', async () => {
    const folder = makeFolder();
    const platform = makePlatform(makeItems(10));
    platform.interfere = () => {
      writeFileSync(lockOf(folder), 'of another');
      return undefined;
    };
    await expect(run(makeSettings(folder), platform)).rejects.toThrow('Another run has taken over');
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false);
  });
});
