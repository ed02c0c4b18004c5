import { createLru } from './lru.ts';

/**
 * Keeps what is read, by its name, as long as there is room; failures aren't kept. Values are plain data.
 * @param weigh approximate size of a value, where values differ much
 */
export type Keep = <Value>(
  name: string,
  read: () => Promise<Value>,
  weigh?: (value: Value) => number,
) => Promise<Value>;

/**
 * Caches the result of `ask` for each key, up to `most` results (LRU). Failures aren't cached.
 * @param ask what else it is given is the same for each key
 */
export function oncePerKey<Key, Answer, More extends unknown[]>(
  most: number,
  ask: (key: Key, ...more: More) => Promise<Answer>,
): (key: Key, ...more: More) => Promise<Answer> {
  const asked = createLru<Key, Promise<Answer>>(most);
  return (key, ...more) => {
    const there = asked.get(key);
    if (there !== undefined) return there;
    const answer = ask(key, ...more).catch((error: unknown) => {
      if (asked.get(key) === answer) asked.delete(key);
      throw error;
    });
    asked.set(key, answer);
    return answer;
  };
}
