import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** A path, or else the nearest folder above it that exists: it decides who may write there, and on which disk that is. */
export function findNearestExisting(path: string): string {
  return existsSync(path) ? path : findNearestExisting(dirname(path));
}
