import { readFileSync } from 'node:fs';

/** Resolution of the kernel's processor times (sysconf(_SC_CLK_TCK)). */
export const TICK_MS = 10;

/**
 * Reads the processor time of a process and all of its descendants, including ended ones: user and system time, its own and that of
 * children it has waited for (proc(5), fields 14 to 17).
 */
export function readFamilyTimeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return listChildren(pid).reduce((sum, child) => sum + readFamilyTimeMs(child), own);
}

/** Lists the running children of a process's main thread. */
function listChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
