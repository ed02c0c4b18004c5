import { pause } from '../../src/lib/platform/back-off.ts';
import { lockFolder } from '../../publisher/lock.ts';

/** A run of its own, for lock.test.ts: locks the folder that it is told, says so, and then only lives. */
const [, , folder = '', beatMs = ''] = process.argv;
await lockFolder(
  folder,
  () => pause(Number(beatMs)),
  () => undefined,
);
console.log(`held by process ${process.pid}`);
setInterval(() => undefined, 60_000);
