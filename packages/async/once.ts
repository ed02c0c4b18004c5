import { createLru } from './lru.ts';

/**
 * Caches what was read, by its name, as long as there is room, but no failures. Values are plain data.
 * @param weigh approximate size of a value, where values differ much
 */
export type ReadCache = <Value>(
  name: string,
  read: () => Promise<Value>,
  weigh?: (value: Value) => number,
) => Promise<Value>;

/** For `capacity`: only calls in flight are shared. */
export const IN_FLIGHT = 0;

/**
 * Shares a call among the callers with the same key. A failure reaches all of them, and the next caller
 * tries again. For programs whose callers may wait for the same promise: the browser and Node. For
 * requests at the edge, use `shareCall`.
 * @param capacity how many results stay for later callers (LRU), or `IN_FLIGHT`
 * @param call its further arguments must be the same for each key, or those of the first caller count
 */
export function oncePerKey<Key, Answer, More extends unknown[]>(
  capacity: number,
  call: (key: Key, ...more: More) => Promise<Answer>,
): (key: Key, ...more: More) => Promise<Answer> {
  const calls = createLru<Key, Promise<Answer>>(capacity === IN_FLIGHT ? Infinity : capacity);
  return (key, ...more) => {
    const shared = calls.get(key);
    if (shared !== undefined) return shared;
    const forget = () => {
      if (calls.get(key) === answer) calls.delete(key);
    };
    const answer = call(key, ...more).then(
      (value) => {
        if (capacity === IN_FLIGHT) forget();
        return value;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    calls.set(key, answer);
    return answer;
  };
}

/** Like `oncePerKey`, for a call that is the same for all callers. Its result stays unless `IN_FLIGHT` is given. */
export function once<Details extends unknown[], Answer>(
  call: (...details: Details) => Promise<Answer>,
  capacity = 1,
): (...details: Details) => Promise<Answer> {
  const share = oncePerKey(capacity, (_: null, ...details: Details) => call(...details));
  return (...details) => share(null, ...details);
}
