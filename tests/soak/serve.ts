import { startNode } from '../../functions/node/start.ts';

/** The function in a process of its own, which tells its memory and processor time when it is asked. */
export interface Usage {
  /** After a collection of what nobody holds any more. */
  heapBytes: number;
  cpuMs: number;
}

const server = await startNode(process.env, 'no pages', () => undefined);
process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const usage: Usage = { heapBytes: process.memoryUsage().heapUsed, cpuMs: (user + system) / 1000 };
  process.send?.(usage);
});
process.once('disconnect', () => void server.close().then(() => process.exit()));
process.send?.('ready');
