import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** @returns settings of a file like `.env`, none where there is no such file */
export function readEnvironmentFile(path: string): Record<string, string> {
  return existsSync(path) ? (parseEnv(readFileSync(path, 'utf8')) as Record<string, string>) : {};
}
