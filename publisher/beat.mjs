import { utimesSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Worker thread started by lock.ts: updates the lock's modification time even while the process's main thread is busy. */
const { path, everyMs } = workerData;

setInterval(() => {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder may be unreachable for a moment. A lock counts as abandoned only after several missed updates.
  }
}, everyMs);
