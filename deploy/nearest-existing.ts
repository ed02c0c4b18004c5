import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Finds the path itself or the nearest existing folder above it, which decides who may write there and on which disk. */
export function findNearestExisting(path: string): string {
  return existsSync(path) ? path : findNearestExisting(dirname(path));
}
