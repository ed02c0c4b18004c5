import { readFileSync, readlinkSync } from 'node:fs';
import * as z from 'zod/mini';

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
export type ProcessIdentity = z.infer<typeof identitySchema>;

/** @returns null where the system doesn't tell */
export function readIdentity(pid: number = process.pid): ProcessIdentity | null {
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
export function hasEnded(written: unknown): boolean {
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
