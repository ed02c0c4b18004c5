import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotError } from './snapshot-error.ts';

/**
 * Keeps a second run out of the folder while one is at work: a timer's next turn may come before the last one has ended.
 * @returns gives the folder free again
 * @throws SnapshotError while another run is alive
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, '.lock');
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(path, 'utf8'));
    if (isAlive(holder)) {
      throw new SnapshotError(
        `Another run (process ${holder}) is at work in ${folder}. Wait for it; if there is none, delete ${path}.`,
      );
    }
    // It was killed, and its lock with it.
    writeFileSync(path, String(process.pid));
  }
  return () => rmSync(path, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
