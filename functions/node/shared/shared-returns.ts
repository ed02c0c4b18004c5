import { compactDecrypt, CompactEncrypt } from 'jose';
import { readJsonText } from '#platform/json-text.ts';
import type { ReturnKey } from '#platform/return-link.ts';
import { createdReturnSchema } from '../../returns/created-return.ts';
import {
  createOwnReturns,
  type CreatedReturns,
  type KeptReturn,
  type ReturnState,
} from '../../returns/created-returns.ts';
import type { RedisLink } from './redis-link.ts';
import type { SureWrites, Write } from './sure-writes.ts';

/** Longer than a return takes to be created: two tokens and two calls to the platform at most, of 10 s each. */
const CLAIM_MS = 60_000;

/*
 * A return has two entries. The first, until the link ends, is its state; the second, a minute long, says that a node is creating it. A
 * claim writes `unknown` and its node's id into the first: if its node ends before it tells what came of it, that is what is left, and nobody
 * creates another without the shop, who sees whether there is one. Scripts, because they are atomic.
 */
const [STATE, CLAIM] = ['KEYS[1]', 'KEYS[2]'];

const FIND = `return {redis.call('get', ${STATE}) or '', redis.call('exists', ${CLAIM})}`;
/** A node's own claim that is still there is one that it couldn't give back. */
const CLAIM_IT = `local there = redis.call('get', ${STATE})
if there and there ~= 'unknown ' .. ARGV[1] then return {there, redis.call('exists', ${CLAIM})} end
redis.call('set', ${STATE}, 'unknown ' .. ARGV[1], 'EXAT', ARGV[2])
redis.call('set', ${CLAIM}, '1', 'PX', ${CLAIM_MS})
return {'', 0}`;
/** What was created stays: that its outcome is unknown was said by a node that didn't know of it. */
const SETTLE = `local there = redis.call('get', ${STATE})
if ARGV[1] == 'unknown' and there and there:sub(1, 7) ~= 'unknown' then return 0 end
redis.call('set', ${STATE}, ARGV[1], 'EXAT', ARGV[2])
redis.call('del', ${CLAIM})
return 1`;
/** A claim alone is given back, and by its own node: another one may have claimed it meanwhile. */
const RELEASE = `if redis.call('get', ${STATE}) ~= 'unknown ' .. ARGV[1] then return 0 end
return redis.call('del', ${STATE}, ${CLAIM})`;

const entriesOf = ({ name }: ReturnKey): [state: string, claim: string] => [
  `return:${name}`,
  `returning:${name}`,
];

export interface SharedReturns extends CreatedReturns {
  /** Writes this node’s returns and claims to Redis again, which may have lost them while it was unavailable. */
  storeAgain(): Promise<void>;
}

/** Returns that were created at any node. This node remembers its own, also while Redis is unavailable. */
export function createSharedReturns(link: RedisLink, writes: SureWrites): SharedReturns {
  const own = createOwnReturns();
  const nodeId = crypto.randomUUID();
  /** Names of this node's claims that are open. */
  const claims = new Set<string>();

  const run = (script: string, key: ReturnKey, ...words: (string | number)[]): Write => {
    return (redis) => redis.eval(script, 2, ...entriesOf(key), ...words);
  };
  // What is sent again is nothing any more if another request has claimed the return, or given it back.
  const claimIt = (key: ReturnKey, endsAt: number): Write => {
    const write = run(CLAIM_IT, key, nodeId, endsAt);
    return (redis) => (claims.has(key.name) ? write(redis) : Promise.resolve(0));
  };
  const giveBack = (key: ReturnKey): Write => {
    const write = run(RELEASE, key, nodeId);
    return (redis) => (claims.has(key.name) ? Promise.resolve(0) : write(redis));
  };

  async function writeState({ key, state, endsAt }: KeptReturn): Promise<readonly [string, Write]> {
    if (state === 'open') return [key.name, claimIt(key, endsAt)];
    const text = state === 'unknown' ? state : await seal(JSON.stringify(state), key);
    return [key.name, run(SETTLE, key, text, endsAt)];
  }

  return {
    async find(key) {
      return (await own.find(key)) ?? (await readState((await link.ask(run(FIND, key))) as Stored, key));
    },
    async claim(key, endsAt) {
      const here = await own.claim(key, endsAt);
      if (here !== null) return here;
      claims.add(key.name);
      const write = claimIt(key, endsAt);
      const stored = (await link.ask(write)) as Stored;
      if (stored === null) await writes.send(key.name, write);
      const there = await readState(stored, key);
      if (there === null) return null;
      claims.delete(key.name);
      // Another node's: this one remembers it only once it can't change any more.
      if (typeof there === 'string') await own.release(key);
      else await own.settle(key, there, endsAt);
      return there;
    },
    async settle(key, state, endsAt) {
      claims.delete(key.name);
      await own.settle(key, state, endsAt);
      await writes.send(...(await writeState({ key, state, endsAt })));
    },
    async release(key) {
      claims.delete(key.name);
      await own.release(key);
      await writes.send(key.name, giveBack(key));
    },
    async storeAgain() {
      await writes.sendAll(
        await Promise.all(
          own
            .list()
            .filter(({ endsAt }) => endsAt * 1000 > Date.now())
            .map(writeState),
        ),
      );
    },
  };
}

/** What a script returns: the state, and whether a node is creating it; null if Redis doesn't answer. */
type Stored = [state: string, isOpen: 0 | 1] | null;

async function readState(stored: Stored, key: ReturnKey): Promise<ReturnState | null> {
  const [text, isOpen] = stored ?? ['', 0];
  if (text === '') return null;
  if (isOpen === 1) return 'open';
  // What can't be read was written by a node that knew more.
  return createdReturnSchema.safeParse(readJsonText((await unseal(text, key)) ?? '')).data ?? 'unknown';
}

/** Drop-off codes are as good as the parcel: Redis, and its disk, hold them sealed by the secret of the link (JWE, RFC 7516). */
const seal = (text: string, { bytes }: ReturnKey) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(bytes);

async function unseal(text: string, { bytes }: ReturnKey): Promise<string | null> {
  if (text.startsWith('unknown')) return null;
  try {
    const { plaintext } = await compactDecrypt(text, bytes, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return new TextDecoder().decode(plaintext);
  } catch {
    return null;
  }
}
