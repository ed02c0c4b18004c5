import { readFileSync } from 'node:fs';
import { readFamilyTimeMs, TICK_MS } from './family-time.ts';

/** Share of the processors that other programs, or other machines on the same host, may take while times are measured. */
const MAX_SHARE = 0.15;
/** How much longer a piece of work may take on average than the fastest one. Programs that the kernel can't see take the rest. */
const MAX_UNSTEADINESS = 1.5;
const isLinux = process.platform === 'linux';
const PIECES = 60;
const PIECE_STEPS = 1_000_000;

/** Milliseconds of processor time since the machine, or this process, was started. */
export interface ProcessorTimes {
  /** Of all processors, whether busy or idle. */
  all: number;
  /** Of programs; without the kernel's work on interrupts, which belongs to no program. */
  programs: number;
  /** Taken by the host of a virtual machine. */
  stolen: number;
  /** Of this process and its descendants. */
  own: number;
}

/** @param stat content of /proc/stat (proc(5)); other systems than Linux have none */
export function readProcessorTimes(stat = readFileSync('/proc/stat', 'utf8')): ProcessorTimes {
  const [, ...fields] = stat.slice(0, stat.indexOf('\n')).split(/\s+/);
  // Ignore the fields after the eighth: `user` already includes guests' time.
  const [user, nice, system, idle, wait, irq, soft, stolen] = fields.map((ticks) => Number(ticks) * TICK_MS);
  const programs = user! + nice! + system!;
  const all = programs + idle! + wait! + irq! + soft! + stolen!;
  return { all, programs, stolen: stolen!, own: readFamilyTimeMs(process.pid) };
}

/** @returns why times measured between two moments say nothing about the product; null if they are valid */
export function explainShare(before: ProcessorTimes, after: ProcessorTimes): string | null {
  const [all, programs, stolen, own] = (['all', 'programs', 'stolen', 'own'] as const).map(
    (name) => after[name] - before[name],
  ) as [number, number, number, number];
  const share = all === 0 ? 0 : Math.max(0, programs - own + stolen) / all;
  if (share <= MAX_SHARE) return null;
  const host = stolen === 0 ? '' : `, its host ${percent(stolen / all)}`;
  return `others took ${percent(share)} of its processors${host}`;
}

/** Repeats the same work on an otherwise idle process. @returns average time as a multiple of the fastest */
function measureUnsteadiness(): number {
  const durationsMs = Array.from({ length: PIECES }, () => {
    const startedMs = performance.now();
    for (let step = 0, mixed = 1; step < PIECE_STEPS; step++) mixed = Math.imul(mixed, 31) + step;
    return performance.now() - startedMs;
  });
  return durationsMs.reduce((sum, ms) => sum + ms, 0) / PIECES / Math.min(...durationsMs);
}

function explainUnsteadiness(): string | null {
  const times = measureUnsteadiness();
  return times <= MAX_UNSTEADINESS ? null : `the same work took ${times.toFixed(1)} times as long as it can`;
}

/** Checks whether the machine is busy before anything is measured. @returns the reason; null if it isn't */
export async function findBusy(): Promise<string | null> {
  const watch = watchMachine();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return watch();
}

/** Watches the machine during a measurement. @returns function to call afterwards: why it was too busy; null if it wasn't */
export function watchMachine(): () => string | null {
  const unsteady = explainUnsteadiness();
  const before = isLinux ? readProcessorTimes() : null;
  return () => {
    const share = before && explainShare(before, readProcessorTimes());
    return share ?? unsteady ?? explainUnsteadiness();
  };
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
