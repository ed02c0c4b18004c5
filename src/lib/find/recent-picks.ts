import * as z from 'zod/mini';

/** A point picked before: only the data needed to offer it again. */
export interface RecentPick {
  id: string;
  name: string;
}

const KEY = 'droppoint-recent-picks';
const MOST = 5;
/** Longer texts weren't written by this code. */
const LONGEST = 200;

const text = z.string().check(z.minLength(1), z.maxLength(LONGEST));
const picksSchema = z.array(z.catch(z.nullable(z.object({ id: text, name: text })), null));

/**
 * Stores the points picked last in the browser's storage, newest first. If that is blocked, full or holds other data, the list is empty and
 * nothing throws. Only used in shops that set `remember`.
 * @param storage called on each use, because accessing a blocked storage throws
 */
export function createRecentPicks(storage: () => Storage = () => localStorage) {
  function read(): RecentPick[] {
    const stored = tryOrNull(() => JSON.parse(storage().getItem(KEY) ?? '[]') as unknown);
    const result = picksSchema.safeParse(stored);
    if (!result.success) return [];
    return result.data.filter((pick) => pick !== null).slice(0, MOST);
  }

  return {
    read,
    add({ id, name }: RecentPick): void {
      const others = read().filter((pick) => pick.id !== id);
      const picks = [{ id, name: name.slice(0, LONGEST) }, ...others].slice(0, MOST);
      tryOrNull(() => storage().setItem(KEY, JSON.stringify(picks)));
    },
    forget: () => void tryOrNull(() => storage().removeItem(KEY)),
  };
}

function tryOrNull<Value>(action: () => Value): Value | null {
  try {
    return action();
  } catch {
    return null;
  }
}
