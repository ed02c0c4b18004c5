import type { ChildProcess } from 'node:child_process';
import { inParallel } from './in-parallel.ts';
import { readUsage } from './start.ts';

/** Requests per measurement. The resolution of processor times is too coarse to measure a single one. */
const BATCH = 20;

/**
 * Measures what requests cost the function.
 * @param request sends a request and waits for its response
 * @returns milliseconds of processor time per request, averaged over each batch
 */
export async function measureProcessorTime(
  child: ChildProcess,
  request: () => Promise<void>,
  requests: number,
  connections: number,
): Promise<number[]> {
  const times: number[] = [];
  const size = Math.max(BATCH, connections);
  for (let done = 0; done < requests; done += size) {
    const before = await readUsage(child, 'time');
    await inParallel(size, connections, request);
    const after = await readUsage(child, 'time');
    times.push((after.cpuMs - before.cpuMs) / size);
  }
  return times;
}
