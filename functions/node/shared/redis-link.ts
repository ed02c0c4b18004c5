import { Redis, ReplyError } from 'ioredis';

/** Time limit of a command; requests then continue without Redis. A Redis near the nodes answers in less than a millisecond. */
const ANSWERS_WITHIN_MS = 50;
const CONNECTS_WITHIN_MS = 1_000;
/** Interval of attempts to reach it again. */
const LOOK_AGAIN_MS = 500;
/** Prefix of all keys, since the database may be shared with other programs. */
export const KEY_PREFIX = 'droppoint:';

/** Connection to the Redis or Valkey that several nodes share. */
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
    connectTimeout: CONNECTS_WITHIN_MS,
    commandTimeout: ANSWERS_WITHIN_MS,
    // Commands that can't be sent now fail.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // `look` checks more than the ready check does.
    enableReadyCheck: false,
    retryStrategy: () => LOOK_AGAIN_MS,
  });
  let isThere: boolean | null = null;
  let reason = 'it does not answer';
  let looking: Promise<void> | null = null;

  function turn(there: boolean): void {
    if (there === isThere) return;
    isThere = there;
    if (there) onstate('there', null);
    else onstate('gone', reason);
  }

  /** A write, because a Redis that can only be read (a replica, or one with full memory) is of no use. */
  const probe = () => redis.set('probe', '1', 'PX', LOOK_AGAIN_MS);

  function look(): Promise<void> {
    looking ??= probe()
      // Retried once: a timeout may be due to a pause of this process.
      .catch(probe)
      .then(
        () => turn(true),
        (error: Error) => {
          reason = error.message;
          turn(false);
          // The remote machine may be gone without closing the connection.
          if (!(error instanceof ReplyError)) redis.disconnect(true);
        },
      )
      .finally(() => (looking = null));
    return looking;
  }

  redis.on('error', (error: Error) => (reason = error.message));
  redis.on('ready', () => void look());
  redis.on('close', () => turn(false));
  const timer = setInterval(() => {
    if (isThere !== true && redis.status === 'ready') void look();
  }, LOOK_AGAIN_MS).unref();

  await redis.connect().then(look, (error: Error) => {
    reason = error.message;
    turn(false);
  });

  return {
    /** @returns null if it doesn't answer in time or with an error; immediately while it is known to be unavailable */
    async ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer | null> {
      if (isThere !== true) return null;
      try {
        return await question(redis);
      } catch {
        void look();
        return null;
      }
    },
    close() {
      clearInterval(timer);
      redis.removeAllListeners('close');
      redis.disconnect();
    },
  };
}
