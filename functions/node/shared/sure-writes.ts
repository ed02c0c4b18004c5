import type { RedisLink } from './redis-link.ts';

/** As many as are remembered of logouts and of returns. */
const MAX_UNSENT = 10_000;
/** How often what Redis didn't take is sent again. */
const RETRY_MS = 500;
/** Writes that are sent at the same time: thousands at once wouldn't be answered within a command's time limit. */
const AT_A_TIME = 100;

/** A write that does no harm if it is sent twice: Redis may have done it, though its answer came too late. */
export type Write = Parameters<RedisLink['ask']>[0];

export type SureWrites = ReturnType<typeof createSureWrites>;

/** Sends writes to Redis, and sends them again if it didn't take them: it may be gone, or too slow for once. */
export function createSureWrites(link: RedisLink) {
  /** By the entry that they write, of which the latest write counts. */
  const unsent = new Map<string, Write>();
  let timer: NodeJS.Timeout | undefined;

  async function send(name: string, write: Write): Promise<void> {
    unsent.delete(name);
    if ((await link.ask(write)) !== null || unsent.has(name)) return;
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

  /** Sends writes that may have been sent before; of an entry that wasn't, the latest one. */
  async function sendAll(writes: readonly (readonly [name: string, write: Write])[]): Promise<void> {
    for (let at = 0; at < writes.length; at += AT_A_TIME)
      await Promise.all(
        writes.slice(at, at + AT_A_TIME).map(([name, write]) => send(name, unsent.get(name) ?? write)),
      );
  }

  return { send, sendAll };
}
