import { readFileSync } from 'node:fs';

/** Resolution of the kernel's processor times (sysconf(_SC_CLK_TCK)). */
const TICK_MS = 10;

/** Processor time of a process and of all its running descendants: user and system (proc(5), fields 14 and 15). */
export function readFamilyTimeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  return listChildren(pid).reduce((sum, child) => sum + readFamilyTimeMs(child), own);
}

/** Running children of a process's main thread. */
export function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
