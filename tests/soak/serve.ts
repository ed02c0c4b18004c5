import { LIMITS, startNode } from '../../functions/node/start.ts';

/** The function in a process of its own, which tells its memory and processor time when it is asked. */
export interface Usage {
  /** Only where memory was asked for: after a collection of what nobody holds any more. */
  heapBytes: number;
  residentBytes: number;
  /** Since the process began. */
  cpuMs: number;
}

/** What the process is asked for: a collection before each short measurement would be what is measured. */
export type UsageQuestion = 'memory' | 'time';

const { SOAK_PAGES = 'no pages', SOAK_LIMITS = '{}' } = process.env;
const limits = { ...LIMITS, ...(JSON.parse(SOAK_LIMITS) as Partial<typeof LIMITS>) };
const server = await startNode(process.env, SOAK_PAGES, () => undefined, limits);
process.on('message', (question: UsageQuestion) => {
  if (question === 'memory') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  const usage: Usage = { heapBytes: heapUsed, residentBytes: rss, cpuMs: (user + system) / 1000 };
  process.send?.(usage);
});
process.once('disconnect', () => void server.close().then(() => process.exit()));
process.send?.('ready');
