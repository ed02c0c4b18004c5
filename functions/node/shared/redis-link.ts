import { Redis, ReplyError } from 'ioredis';
import { IN_FLIGHT, once } from '#async/once.ts';

/** Time limit of a command; requests then continue without Redis. A Redis near the nodes answers in less than a millisecond. */
const COMMAND_TIMEOUT_MS = 50;
const CONNECT_TIMEOUT_MS = 1_000;
/** Interval between attempts to reconnect. */
const RETRY_MS = 500;
/** Prefix of all keys, since the database may be shared with other programs. */
export const KEY_PREFIX = 'droppoint:';

export type RedisLink = Awaited<ReturnType<typeof connectRedis>>;

/** Called with the first state and on every change. @param reason why it can't be used; null if it can */
export type RedisListener = (state: 'there' | 'gone', reason: string | null) => void;

/**
 * Connects to Redis. While it is unavailable, it reconnects in the background, and requests continue without it.
 * @param url `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS
 * @returns after the first attempt, successful or not
 */
export async function connectRedis(url: string, onstate: RedisListener) {
  const redis = new Redis(url, {
    keyPrefix: KEY_PREFIX,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // Commands that can't be sent now fail.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // `check` checks more than the ready check does.
    enableReadyCheck: false,
    retryStrategy: () => RETRY_MS,
  });
  let isAvailable: boolean | null = null;
  let reason = 'it does not answer';

  function setAvailable(available: boolean): void {
    if (available === isAvailable) return;
    isAvailable = available;
    if (available) onstate('there', null);
    else onstate('gone', reason);
  }

  /** A write, because a Redis that can only be read (a replica, or one with full memory) is of no use. */
  const probe = () => redis.set('probe', '1', 'PX', RETRY_MS);

  const check = once(
    () =>
      probe()
        // Retried once: a timeout may be due to a pause of this process.
        .catch(probe)
        .then(
          () => setAvailable(true),
          (error: Error) => {
            reason = error.message;
            setAvailable(false);
            // The remote machine may be gone without closing the connection.
            if (!(error instanceof ReplyError)) redis.disconnect(true);
          },
        ),
    IN_FLIGHT,
  );

  redis.on('error', (error: Error) => (reason = error.message));
  redis.on('ready', () => void check());
  redis.on('close', () => setAvailable(false));
  const timer = setInterval(() => {
    if (isAvailable !== true && redis.status === 'ready') void check();
  }, RETRY_MS).unref();

  await redis.connect().then(check, (error: Error) => {
    reason = error.message;
    setAvailable(false);
  });

  return {
    /** @returns null if it doesn't answer in time or with an error; immediately while it is known to be unavailable */
    async run<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer | null> {
      if (isAvailable !== true) return null;
      try {
        return await command(redis);
      } catch {
        void check();
        return null;
      }
    },
    close() {
      clearInterval(timer);
      // Retried writes must not open the connection again.
      isAvailable = false;
      redis.removeAllListeners('close');
      redis.disconnect();
    },
  };
}
