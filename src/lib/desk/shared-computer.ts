import { DeskStore } from './desk-store.ts';

/**
 * Databases of accounts whose user said that others use this computer. They are deleted when the session
 * ends. Only their names are stored here, which don't reveal the account.
 */
const KEY = 'droppoint.desk.shared';

export const isShared = (name: string, storage = localStorage) => readNames(storage).includes(name);

export function setShared(name: string, shared: boolean, storage = localStorage): void {
  const others = readNames(storage).filter((each) => each !== name);
  const names = shared ? [...others, name] : others;
  if (names.length === 0) storage.removeItem(KEY);
  else storage.setItem(KEY, JSON.stringify(names));
}

/**
 * Deletes the desks marked as shared, except the session's own.
 * @param current the session's database; null: no one is logged in
 */
export async function forgetShared(current: string | null, storage = localStorage): Promise<void> {
  for (const name of readNames(storage)) {
    if (name === current) continue;
    await DeskStore.forget(name);
    setShared(name, false, storage);
  }
}

function readNames(storage: Storage): string[] {
  try {
    const names: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
