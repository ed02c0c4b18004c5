import type { RedisLink } from './redis-link.ts';

/** The number of logouts, and of returns, that a node remembers. */
const MAX_UNSENT = 10_000;
/** Interval between retries of writes that Redis didn't accept. */
const RETRY_MS = 500;
/**
 * Maximum number of concurrent writes: thousands at once wouldn't be answered within a command's
 * time limit.
 */
const MAX_CONCURRENT = 100;

/**
 * A write that can safely be sent twice: Redis may have performed it even if its answer came too
 * late.
 */
export type Write = Parameters<RedisLink['run']>[0];

export type ReliableWrites = ReturnType<typeof createReliableWrites>;

/**
 * Sends writes to Redis, and retries those that it didn't accept because it was unavailable or too
 * slow.
 */
export function createReliableWrites(link: RedisLink) {
  /** By the entry that they write. Only the latest write of an entry counts. */
  const unsent = new Map<string, Write>();
  let timer: NodeJS.Timeout | undefined;

  async function send(name: string, write: Write): Promise<void> {
    unsent.delete(name);
    if ((await link.run(write)) !== null || unsent.has(name)) return;
    unsent.set(name, write);
    const [oldest] = unsent.keys();
    if (unsent.size > MAX_UNSENT) unsent.delete(oldest!);
    timer ??= setTimeout(() => void sendAgain(), RETRY_MS).unref();
  }

  async function sendAgain(): Promise<void> {
    await sendAll([...unsent]);
    timer = undefined;
    if (unsent.size > 0) timer = setTimeout(() => void sendAgain(), RETRY_MS).unref();
  }

  /**
   * Sends writes again. If a write of the same entry is still unsent, sends that one instead, since
   * it is the latest.
   */
  async function sendAll(writes: readonly (readonly [name: string, write: Write])[]): Promise<void> {
    for (let at = 0; at < writes.length; at += MAX_CONCURRENT)
      await Promise.all(
        writes.slice(at, at + MAX_CONCURRENT).map(([name, write]) => send(name, unsent.get(name) ?? write)),
      );
  }

  return { send, sendAll };
}
