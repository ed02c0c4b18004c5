import { createdReturnSchema } from '../../returns/created-return.ts';
import { createOwnReturns, type CreatedReturns, type ReturnState } from '../../returns/created-returns.ts';
import { readJsonText } from '#platform/json-text.ts';
import type { RedisLink } from './redis-link.ts';

/** A script, because it is atomic: of two nodes one claims a link. */
const CLAIM = `local there = redis.call('get', KEYS[1])
if there then return there end
redis.call('set', KEYS[1], 'open', 'EXAT', ARGV[1])
return ''`;

const keyOf = (linkId: string) => `return:${linkId}`;

/** Returns that were created at any node. This node remembers its own, also while Redis is unavailable. */
export function createSharedReturns(link: RedisLink): CreatedReturns {
  const own = createOwnReturns();
  return {
    async find(id) {
      return (await own.find(id)) ?? readState(await link.ask((redis) => redis.get(keyOf(id))));
    },
    async claim(id, endsAt) {
      const here = await own.claim(id, endsAt);
      if (here !== null) return here;
      const there = readState(
        (await link.ask((redis) => redis.eval(CLAIM, 1, keyOf(id), endsAt))) as string | null,
      );
      if (there === null) return null;
      // Another node's: this one remembers it only once it can't change any more.
      if (there === 'open') await own.release(id);
      else await own.settle(id, there, endsAt);
      return there;
    },
    async settle(id, state, endsAt) {
      await own.settle(id, state, endsAt);
      const text = typeof state === 'string' ? state : JSON.stringify(state);
      await link.ask((redis) => redis.set(keyOf(id), text, 'EXAT', endsAt));
    },
    async release(id) {
      await own.release(id);
      await link.ask((redis) => redis.del(keyOf(id)));
    },
  };
}

/** @returns null for '', what Redis lacks, and what no node has written */
function readState(text: string | null): ReturnState | null {
  if (text === 'open' || text === 'unknown') return text;
  return createdReturnSchema.safeParse(readJsonText(text ?? '')).data ?? null;
}
