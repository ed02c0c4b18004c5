import { compactDecrypt, CompactEncrypt } from 'jose';
import { readJsonText } from '#platform/json-text.ts';
import type { ReturnKey } from '#platform/return-link.ts';
import { createdReturnSchema } from '../../returns/created-return.ts';
import {
  createOwnReturns,
  type CreatedReturns,
  type ReturnRecord,
  type ReturnState,
} from '../../returns/created-returns.ts';
import type { RedisLink } from './redis-link.ts';
import type { ReliableWrites, Write } from './reliable-writes.ts';

/**
 * Longer than it takes to create a return: at most two tokens and two calls to the platform, of 10
 * s each.
 */
const CLAIM_MS = 60_000;

/*
 * Each return has two entries. The first holds its state until the link ends; the second exists for
 * up to a minute, while a node is creating the return. A claim writes `unknown` and its node's id
 * into the first. If the node stops before it stores the outcome, the state stays `unknown`, and no
 * node creates another return. The shop can see whether one exists, and can make a new link. These
 * are scripts, because scripts are atomic.
 */
const [STATE, CLAIM] = ['KEYS[1]', 'KEYS[2]'];

const FIND = `return {redis.call('get', ${STATE}) or '', redis.call('exists', ${CLAIM})}`;
/** If a node's own claim still exists, the node couldn't release it earlier. */
const CLAIM_RETURN = `local current = redis.call('get', ${STATE})
if current and current ~= 'unknown ' .. ARGV[1] then return {current, redis.call('exists', ${CLAIM})} end
redis.call('set', ${STATE}, 'unknown ' .. ARGV[1], 'EXAT', ARGV[2])
redis.call('set', ${CLAIM}, '1', 'PX', ${CLAIM_MS})
return {'', 0}`;
/** A created return stays: a node that stores `unknown` afterwards doesn't know about it. */
const SETTLE = `local current = redis.call('get', ${STATE})
if ARGV[1] == 'unknown' and current and current:sub(1, 7) ~= 'unknown' then return 0 end
redis.call('set', ${STATE}, ARGV[1], 'EXAT', ARGV[2])
redis.call('del', ${CLAIM})
return 1`;
/**
 * Releases only a claim, and only one of its own node: another node may have claimed the return in
 * the meantime.
 */
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
export function createSharedReturns(link: RedisLink, writes: ReliableWrites): SharedReturns {
  const own = createOwnReturns();
  const nodeId = crypto.randomUUID();
  /** Names of this node's claims that are open. */
  const claims = new Set<string>();

  const run = (script: string, key: ReturnKey, ...words: (string | number)[]): Write => {
    return (redis) => redis.eval(script, 2, ...entriesOf(key), ...words);
  };
  // A retried write does nothing if another request has claimed or released the return in the
  // meantime.
  const claimWrite = (key: ReturnKey, endsAt: number): Write => {
    const write = run(CLAIM_RETURN, key, nodeId, endsAt);
    return (redis) => (claims.has(key.name) ? write(redis) : Promise.resolve(0));
  };
  const releaseWrite = (key: ReturnKey): Write => {
    const write = run(RELEASE, key, nodeId);
    return (redis) => (claims.has(key.name) ? Promise.resolve(0) : write(redis));
  };

  async function writeState({ key, state, endsAt }: ReturnRecord): Promise<readonly [string, Write]> {
    if (state === 'open') return [key.name, claimWrite(key, endsAt)];
    const text = state === 'unknown' ? state : await seal(JSON.stringify(state), key);
    return [key.name, run(SETTLE, key, text, endsAt)];
  }

  return {
    async find(key) {
      return (await own.find(key)) ?? (await readState((await link.run(run(FIND, key))) as Stored, key));
    },
    async claim(key, endsAt) {
      const ownState = await own.claim(key, endsAt);
      if (ownState !== null) return ownState;
      claims.add(key.name);
      const write = claimWrite(key, endsAt);
      const stored = (await link.run(write)) as Stored;
      if (stored === null) await writes.send(key.name, write);
      const sharedState = await readState(stored, key);
      if (sharedState === null) return null;
      claims.delete(key.name);
      // It belongs to another node, so remember it here only if it can't change any more.
      if (typeof sharedState === 'string') await own.release(key);
      else await own.settle(key, sharedState, endsAt);
      return sharedState;
    },
    async settle(key, state, endsAt) {
      claims.delete(key.name);
      await own.settle(key, state, endsAt);
      await writes.send(...(await writeState({ key, state, endsAt })));
    },
    async release(key) {
      claims.delete(key.name);
      await own.release(key);
      await writes.send(key.name, releaseWrite(key));
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

/**
 * Result of a script: the state, and whether a node is creating the return; null if Redis doesn't
 * answer.
 */
type Stored = [state: string, isOpen: 0 | 1] | null;

async function readState(stored: Stored, key: ReturnKey): Promise<ReturnState | null> {
  const [text, isOpen] = stored ?? ['', 0];
  if (text === '') return null;
  if (isOpen === 1) return 'open';
  // An unreadable state was written by a node with a newer release.
  return createdReturnSchema.safeParse(readJsonText((await unseal(text, key)) ?? '')).data ?? 'unknown';
}

/**
 * A drop-off code is worth as much as the parcel, so Redis and its disk hold it sealed with the
 * secret of the link (JWE, RFC 7516).
 */
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
