import { readdirSync, readFileSync } from 'node:fs';

/** Resolution of the kernel's processor times (sysconf(_SC_CLK_TCK)). */
export const TICK_MS = 10;

/** The fields of /proc/PID/stat after the process's name (proc(5), field 3 and following). */
const readStat = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Reads the processor time of a process alone: user and system time. */
export const readTimeMs = (pid: number): number => sumTicks(readStat(pid).slice(11, 13));

/**
 * Reads the processor time of a process and all of its descendants, including ended ones: user and system time, its own and that of
 * children it has waited for (proc(5), fields 14 to 17).
 */
export const readFamilyTimeMs = (pid: number): number =>
  listFamily(pid).reduce((sum, member) => sum + sumTicks(readStat(member).slice(11, 15)), 0);

const sumTicks = (ticks: readonly string[]) => ticks.reduce((sum, count) => sum + Number(count), 0) * TICK_MS;

/** Lists a process and its running descendants, whichever of its threads started them. */
export function listFamily(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listFamily)];
}
