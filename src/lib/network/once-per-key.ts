import { createLru } from './lru.ts';

/** Asks once for each key; what failed, or was unused for longest when more than `most` are kept, is asked for again. */
export function oncePerKey<Key, Answer>(
  most: number,
  ask: (key: Key) => Promise<Answer>,
): (key: Key) => Promise<Answer> {
  const asked = createLru<Key, Promise<Answer>>(most);
  return (key) => {
    const there = asked.get(key);
    if (there !== undefined) return there;
    const answer = ask(key).catch((error: unknown) => {
      asked.delete(key);
      throw error;
    });
    asked.set(key, answer);
    return answer;
  };
}
