import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { pause } from '#async/pause.ts';
import { SnapshotError } from './explain-failure.ts';

/** How often a running process updates its lock. */
const BEAT_MS = 1_000;
/** A lock without an update for this many beats is abandoned: even a slow network file system shows an update sooner. */
const BEATS_MISSED = 10;

export type FolderLock = Awaited<ReturnType<typeof lockFolder>>;

/**
 * Locks a folder, so that only one run writes to it: a timer may start a run before the last one has ended.
 *
 * The lock is a file whose modification time its run updates every second. Another run watches the file to see whether that run
 * is alive: a process id means nothing in another container (where each run may be process 1) or on another machine that shares
 * the folder, and the clocks of two machines may differ. So a run that follows a killed one starts ten seconds late, or at once
 * if the lock names a process of this boot and container that has ended.
 * @param report called with a message when it has to wait
 * @throws SnapshotError while another run is alive
 */
export async function lockFolder(
  folder: string,
  wait: typeof pause,
  report: (text: string) => void,
  signal?: AbortSignal,
) {
  const path = join(folder, '.lock');
  // Locks are compared by their whole text.
  const token = JSON.stringify({ token: randomUUID(), ...readIdentity() });
  if (!createLock(path, token)) {
    if (!hasEnded(readLock(path)?.token ?? '')) {
      report('Found a lock. Waiting 10 s to see whether its run is still alive …');
      if (await isTouched(path, wait, signal)) throw busyError(folder);
    }
    const written = `${path}-${randomUUID()}`;
    writeFileSync(written, token);
    renameSync(written, path);
    // Two runs that watched the same lock may both get here. The last to write owns it; both read it again after a wait.
    await wait(BEAT_MS, signal);
    if (readLock(path)?.token !== token) throw busyError(folder);
  }
  const beat = new Worker(new URL('./beat.mjs', import.meta.url), {
    workerData: { path, everyMs: BEAT_MS },
    // Start without this program's loader: the thread is plain JavaScript, and starts faster.
    execArgv: [],
  });
  beat.unref();
  const isOurs = () => readLock(path)?.token === token;
  return {
    /** @throws SnapshotError if this run was paused for so long that another one took the lock */
    check() {
      if (!isOurs())
        throw new SnapshotError(`Another run has taken over ${folder}. This run published nothing.`);
    },
    /** Removes the lock, unless another run owns it by now. */
    async release() {
      await beat.terminate();
      if (isOurs()) rmSync(path);
    },
  };
}

/** @returns false if there is a lock already */
function createLock(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Opens the file each time, so that a network file system asks its server for the current state (close-to-open consistency). */
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

/** Watches the lock for ten beats. @returns whether it was updated or replaced; false if it was removed */
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

function busyError(folder: string): SnapshotError {
  return new SnapshotError(`Another run is working in ${folder}. Wait until it ends.`);
}

/**
 * Identifies a process uniquely, on Linux only. A process id alone isn't unique: ids are reused after a boot, and each container
 * has its own process 1.
 */
const identitySchema = z.object({
  boot: z.string(),
  /** The process id namespace: each container has its own. */
  namespace: z.string(),
  pid: z.int(),
  /** Start time, in clock ticks since the boot. */
  start: z.string(),
});

/** @returns null if the system doesn't provide it */
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
 * Whether a process has certainly ended. False for a process in another container or on another machine, whose state we can't
 * read here.
 * @param lock text of its lock
 */
function hasEnded(lock: string): boolean {
  const own = readIdentity();
  try {
    const other = identitySchema.parse(JSON.parse(lock));
    const isVisible = other.boot === own?.boot && other.namespace === own.namespace;
    return isVisible && readStart(other.pid) !== other.start;
  } catch {
    // Written by an earlier release, incomplete, or on a system that doesn't identify processes.
    return false;
  }
}

/** Field 22 of /proc/PID/stat; field 2, the name in parentheses, may contain spaces. @returns null if there is no such process */
function readStart(pid: number): string | null {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return state.slice(state.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
