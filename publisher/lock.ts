import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { pause } from '../src/lib/platform/back-off.ts';
import { SnapshotError } from './explain-failure.ts';

/** A run at work touches its lock as often. */
const BEAT_MS = 1_000;
/** A lock that misses as many beats is of a run that was killed: the slowest shared folder shows a touch sooner. */
const BEATS_MISSED = 10;

/** A folder that belongs to one run. */
export type FolderLock = Awaited<ReturnType<typeof lockFolder>>;

/**
 * Keeps a second run out of the folder while one is at work: a timer's next turn may come before the last one has ended.
 *
 * The lock is a file that its run touches every second. Whether it still does is seen by watching it, on whatever machine: a process
 * number says nothing in another container, where every run is process 1, nor on another machine that shares the folder, and two
 * machines' clocks may differ. So a run after one that was killed begins ten seconds late, but where the lock names a process of this
 * boot and this container that has ended: then at once.
 * @param say tells that it waits
 * @throws SnapshotError while another run is alive
 */
export async function lockFolder(
  folder: string,
  wait: typeof pause,
  say: (text: string) => void,
  signal?: AbortSignal,
) {
  const path = join(folder, '.lock');
  // The whole text is what tells one lock from another.
  const token = JSON.stringify({ token: randomUUID(), ...readIdentity() });
  if (!create(path, token)) {
    const left = readLock(path)?.token;
    if (!hasEnded(parseHolder(left))) {
      say('A run has left its lock, or is at work; watching for ten seconds which.');
      if (await isTouched(path, wait, signal)) throw isBusy(folder);
    }
    const written = `${path}-${randomUUID()}`;
    writeFileSync(written, token);
    renameSync(written, path);
    // Two that watched the same lock may both come here: the last one to write has it, and both look again after a while.
    await wait(BEAT_MS, signal);
    if (readLock(path)?.token !== token) throw isBusy(folder);
  }
  const beat = new Worker(new URL('./beat.mjs', import.meta.url), {
    workerData: { path, everyMs: BEAT_MS },
    // Not the loader that this program is run with: the thread is plain JavaScript, and there at once.
    execArgv: [],
  });
  beat.unref();
  const isOurs = () => readLock(path)?.token === token;
  return {
    /** @throws SnapshotError if this run stood still for so long that another one took the folder over */
    check() {
      if (!isOurs())
        throw new SnapshotError(`${folder} was taken over by another run; this one published nothing.`);
    },
    /** Gives the folder free, unless it is another run's by now. */
    async release() {
      await beat.terminate();
      if (isOurs()) rmSync(path);
    },
  };
}

function parseHolder(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // Written by an earlier release, or half.
    return null;
  }
}

/** @returns whether there was no lock */
function create(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Opened anew each time: that is when a shared folder asks its server for what is there. */
function readLock(path: string): { token: string; touchedMs: number } | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    return { token: readFileSync(file, 'utf8'), touchedMs: fstatSync(file).mtimeMs };
  } finally {
    closeSync(file);
  }
}

/** Whether somebody touches the lock while it is watched; not when it is gone by then. */
async function isTouched(path: string, wait: typeof pause, signal?: AbortSignal): Promise<boolean> {
  const first = readLock(path);
  for (let missed = 0; missed < BEATS_MISSED; missed++) {
    await wait(BEAT_MS, signal);
    const now = readLock(path);
    if (now === null) return false;
    if (now.token !== first?.token || now.touchedMs !== first.touchedMs) return true;
  }
  return false;
}

function isBusy(folder: string): SnapshotError {
  return new SnapshotError(`Another run is at work in ${folder}. Wait for it to end.`);
}

/**
 * Names one process for good. A process number alone names many: it is given again after a boot, and in each container process 1 is
 * another one. Only Linux tells all of it.
 */
const identitySchema = z.object({
  /** Of the machine's boot. */
  boot: z.string(),
  /** In which the process number counts: a container has its own. */
  namespace: z.string(),
  pid: z.int(),
  /** When it began, in ticks since the boot. */
  start: z.string(),
});

/** @returns null where the system doesn't tell */
export function readIdentity(pid: number = process.pid): z.infer<typeof identitySchema> | null {
  try {
    const start = readStart(pid);
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return start === null ? null : { boot, namespace: readlinkSync('/proc/self/ns/pid'), pid, start };
  } catch {
    return null;
  }
}

/**
 * Whether a process has certainly ended. Of one in another container, or on another machine, nobody here can tell.
 * @param written what `readIdentity` told it, as text
 */
function hasEnded(written: unknown): boolean {
  const other = identitySchema.safeParse(written).data;
  const own = readIdentity();
  if (other === undefined || own === null) return false;
  if (other.boot !== own.boot || other.namespace !== own.namespace) return false;
  return readStart(other.pid) !== other.start;
}

/** The 22nd field of the process's state; its name, in brackets, may hold blanks. @returns null when there is no such process */
function readStart(pid: number): string | null {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return state.slice(state.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
