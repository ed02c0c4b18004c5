import type { ChildProcess } from 'node:child_process';
import { percentile } from '../bench/statistics.ts';
import type { BareServer } from './bare-server.ts';
import { inParallel } from './in-parallel.ts';
import { get } from './send.ts';
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
  request: () => Promise<unknown>,
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

/**
 * The share of batches that are compared with a bare server. What else runs on the core's other thread makes batches dearer, never
 * cheaper: on the same machine, the median of a file's batches was 0.13 or 0.22 ms, and the fastest tenth always 0.13 ms.
 */
const FASTEST = 0.1;
export const MEDIAN = 0.5;

/**
 * Measures what requests cost the function, and what they cost a bare Node server in turns with it, so that the speed of the machine
 * has no part in the result.
 * @param share the batches to compare: the fastest tenth, or the median where requests differ from each other
 * @returns milliseconds of processor time per request in these batches, and as a multiple of the bare server's
 */
export async function compareProcessorTime(
  child: ChildProcess,
  bare: BareServer,
  request: () => Promise<void>,
  requests: number,
  connections: number,
  share = FASTEST,
): Promise<{ cpuMs: number; timesBare: number }> {
  const size = Math.max(BATCH, connections);
  const own: number[] = [];
  const bares: number[] = [];
  for (let done = 0; done < requests; done += size) {
    own.push(...(await measureProcessorTime(child, request, size, connections)));
    bares.push(...(await measureProcessorTime(bare.child, () => get(bare.address), size, connections)));
  }
  const cpuMs = percentile(own, share);
  return { cpuMs, timesBare: cpuMs / percentile(bares, share) };
}
