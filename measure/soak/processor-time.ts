import type { ChildProcess } from 'node:child_process';
import { inParallel } from './in-parallel.ts';
import { readUsage } from './start.ts';

/** Requests per measurement: the resolution of processor times is too coarse for one. */
const BATCH = 20;

/**
 * Measures the cost of requests for the function.
 * @param ask sends one and waits for its answer
 * @returns milliseconds of processor time per request, averaged over each batch
 */
export async function measureProcessorTime(
  child: ChildProcess,
  ask: () => Promise<void>,
  requests: number,
  connections: number,
): Promise<number[]> {
  const times: number[] = [];
  const size = Math.max(BATCH, connections);
  for (let done = 0; done < requests; done += size) {
    const before = await readUsage(child, 'time');
    await inParallel(size, connections, ask);
    const after = await readUsage(child, 'time');
    times.push((after.cpuMs - before.cpuMs) / size);
  }
  return times;
}
