import type { ChildProcess } from 'node:child_process';
import { readUsage } from './start.ts';
import type { Row } from './table.ts';

const MAX_RESIDENT_BYTES = 512 * 1024 * 1024;

/** Measures the current memory of the function's process. */
export async function measureMemory(child: ChildProcess, what: string): Promise<Row> {
  const { residentBytes } = await readUsage(child, 'memory');
  return [
    what,
    `${(residentBytes / 1024 / 1024).toFixed(0)} MiB`,
    `< ${MAX_RESIDENT_BYTES / 1024 / 1024} MiB`,
    residentBytes < MAX_RESIDENT_BYTES,
  ];
}
