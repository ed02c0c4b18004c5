import { copyText } from './copy-text.ts';
import { createLru } from '#async/lru.ts';

/**
 * Whether a time is less than `forMs` ago, by a clock that may be set back. A time in the future isn't recent: entries cached
 * before the clock was corrected would otherwise stay until it reaches that time again. All in milliseconds.
 */
export function isRecent(momentMs: number, nowMs: number, forMs: number): boolean {
  const agoMs = nowMs - momentMs;
  return agoMs >= 0 && agoMs < forMs;
}

/** Approximate size of an entry beyond its name and value. */
const ENTRY_BYTES = 128;

/** The memory of a text's characters: V8 stores a text with characters beyond Latin-1 in two bytes each. */
export const weigh = (text: string) => (/[^\0-\u{ff}]/u.test(text) ? 2 : 1) * text.length;

export type LruCache = ReturnType<typeof createLruCache>;

/**
 * An LRU cache limited by the bytes of its names and values, since clients may choose either. Names
 * are copied, since they are often slices of longer texts. Values must be plain data: at the edge,
 * a promise or a stream belongs to the request that created it.
 */
export function createLruCache(maxBytes: number) {
  const create = () => createLru<string, { value: unknown; bytes: number }>(maxBytes, ({ bytes }) => bytes);
  let entries = create();
  const get = (name: string): unknown => entries.get(name)?.value;
  /** @param valueBytes approximate size of the value */
  const set = (name: string, value: unknown, valueBytes: number): void =>
    entries.set(copyText(name), { value, bytes: ENTRY_BYTES + weigh(name) + valueBytes });

  return {
    get,
    set,
    forget: (name: string) => entries.delete(name),
    /**
     * Returns the value cached under a name, else the result of `read`, which is cached unless it
     * throws.
     * @param weigh approximate size of the value, in bytes
     */
    async getOrRead<Value>(
      name: string,
      read: () => Promise<Value>,
      weigh: (value: Value) => number,
    ): Promise<Value> {
      const cached = get(name);
      if (cached !== undefined) return cached as Value;
      const value = await read();
      set(name, value, weigh(value));
      return value;
    },
    clear() {
      entries = create();
    },
  };
}
