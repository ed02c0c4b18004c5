import * as z from 'zod/mini';

/** A point picked before: what is needed to offer it again, and nothing that tells of anything else. */
export interface RecentPick {
  id: string;
  name: string;
}

const KEY = 'droppoint-recent-picks';
const MOST = 5;
/** Beyond it, it isn't what we wrote. */
const LONGEST = 200;

const text = z.string().check(z.minLength(1), z.maxLength(LONGEST));
const picksSchema = z.array(z.catch(z.nullable(z.object({ id: text, name: text })), null));

/** The points picked last in this browser, the newest first. Only for visitors of a shop that has switched `remember` on. */
export interface RecentPicks {
  read(): RecentPick[];
  add(pick: RecentPick): void;
  forget(): void;
}

/**
 * Keeps them in the browser's storage; where that is blocked, full, or holds something else, there are none and nothing fails.
 * @param storage called each time, because merely naming a blocked storage throws
 */
export function createRecentPicks(storage: () => Storage = () => localStorage): RecentPicks {
  function read(): RecentPick[] {
    const kept = softly(() => JSON.parse(storage().getItem(KEY) ?? '[]') as unknown);
    const result = picksSchema.safeParse(kept);
    if (!result.success) return [];
    return result.data.filter((pick) => pick !== null).slice(0, MOST);
  }

  return {
    read,
    add({ id, name }) {
      const others = read().filter((pick) => pick.id !== id);
      const picks = [{ id, name: name.slice(0, LONGEST) }, ...others].slice(0, MOST);
      softly(() => storage().setItem(KEY, JSON.stringify(picks)));
    },
    forget: () => void softly(() => storage().removeItem(KEY)),
  };
}

function softly<Value>(action: () => Value): Value | null {
  try {
    return action();
  } catch {
    return null;
  }
}
