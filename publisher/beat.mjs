import { utimesSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Started by lock.ts as a thread: touches the lock as long as its process lives, however busy that is with something else. */
const { path, everyMs } = workerData;

setInterval(() => {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // A folder that can't be reached for a moment; who waits for the lock has patience.
  }
}, everyMs);
