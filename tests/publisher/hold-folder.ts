import { pause } from '#async/pause.ts';
import { lockFolder } from '../../publisher/lock.ts';

/** Process for lock.test.ts: locks the folder named in its arguments, reports that, and keeps running. */
const [, , folder = '', beatMs = ''] = process.argv;
await lockFolder(
  folder,
  () => pause(Number(beatMs)),
  () => undefined,
);
console.log(`held by process ${process.pid}`);
setInterval(() => undefined, 60_000);
