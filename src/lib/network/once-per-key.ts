import { createLru } from './lru.ts';

/** Caches the result of `ask` for each key, up to `most` results (LRU). Failures aren't cached. */
export function oncePerKey<Key, Answer>(
  most: number,
  ask: (key: Key) => Promise<Answer>,
): (key: Key) => Promise<Answer> {
  const asked = createLru<Key, Promise<Answer>>(most);
  return (key) => {
    const there = asked.get(key);
    if (there !== undefined) return there;
    const answer = ask(key).catch((error: unknown) => {
      if (asked.get(key) === answer) asked.delete(key);
      throw error;
    });
    asked.set(key, answer);
    return answer;
  };
}
