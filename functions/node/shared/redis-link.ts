import { Redis, ReplyError } from 'ioredis';

/** One beside the nodes answers in less than a millisecond; a request that waits for longer goes on without it. */
const ANSWERS_WITHIN_MS = 50;
const CONNECTS_WITHIN_MS = 1_000;
/** While it is gone, it is looked for so often. */
const LOOK_AGAIN_MS = 500;
/** All keys begin so: others may keep theirs in the same database. */
export const KEY_PREFIX = 'droppoint:';

/** The Redis, or Valkey, that several nodes share. */
export type RedisLink = Awaited<ReturnType<typeof connectRedis>>;

/** Told of each change, and of what is at first: that it can be used or not, and why not. */
export type RedisListener = (state: 'there' | 'gone', reason: string | null) => void;

/**
 * Connects to Redis, and goes on without it whenever it is gone: it is looked for in the background meanwhile, so that no request waits.
 * @param url `redis://[user:password@]host[:port][/database]`, or `rediss://` for TLS
 * @returns once it answers or is known not to
 */
export async function connectRedis(url: string, onstate: RedisListener) {
  const redis = new Redis(url, {
    keyPrefix: KEY_PREFIX,
    lazyConnect: true,
    connectTimeout: CONNECTS_WITHIN_MS,
    commandTimeout: ANSWERS_WITHIN_MS,
    // What can't be asked now isn't asked later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // What it answers to `look` says more.
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

  /** Writes, since one that only answers (a replica, one whose memory is full) is of no use. */
  const probe = () => redis.set('probe', '1', 'PX', LOOK_AGAIN_MS);

  function look(): Promise<void> {
    looking ??= probe()
      // A pause of this process looks as one of Redis' does, and is over by the second time.
      .catch(probe)
      .then(
        () => turn(true),
        (error: Error) => {
          reason = error.message;
          turn(false);
          // The machine behind the connection may be gone without a word.
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
    /** @returns null where it doesn't answer in time, or not what was asked: at once while it is known to be gone */
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
