import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import type * as z from 'zod/mini';
import { encodeHex } from '#platform/hex.ts';
import { toDeskError } from './desk-error.ts';

/** Schema version. Bump it when stored records change shape; `upgrade` migrates existing ones. */
export const DESK_VERSION = 2;

/**
 * Object stores. Parcels, returns, pickups and imports are stored by id, marks by the parcel's id, labels
 * by number and format, settings by name. Marks were added by version 2.
 */
export const STORE_NAMES = [
  'parcels',
  'marks',
  'labels',
  'imports',
  'returns',
  'pickups',
  'settings',
] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** Name of an account's database, which doesn't reveal the account. */
export async function nameDatabase(accountId: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(accountId)));
  const hex = encodeHex(hash.subarray(0, 8));
  return `droppoint-desk-${hex}`;
}

/** The database of an account's desk in this browser. Its methods throw DeskError. */
export class DeskStore {
  readonly #database: IDBPDatabase;

  private constructor(database: IDBPDatabase) {
    this.#database = database;
  }

  /** @throws DeskError */
  static async open(name: string): Promise<DeskStore> {
    return attempt(async () => {
      const database = await openDB(name, DESK_VERSION, {
        upgrade(opened) {
          for (const storeName of STORE_NAMES)
            if (!opened.objectStoreNames.contains(storeName)) opened.createObjectStore(storeName);
        },
        // Another tab deletes the database or upgrades it. It must not wait for this one.
        blocking: () => database.close(),
      });
      return new DeskStore(database);
    });
  }

  static async forget(name: string): Promise<void> {
    await attempt(() => deleteDB(name));
  }

  /** Reads all items of a store. Items that don't parse stay in the store and are counted. */
  async readAll<Item>(
    storeName: StoreName,
    schema: z.ZodMiniType<Item>,
  ): Promise<{ items: Item[]; unreadable: number }> {
    const values = (await attempt(() => this.#database.getAll(storeName))) as unknown[];
    const items = values.flatMap((value) => {
      const { success, data } = schema.safeParse(value);
      return success ? [data] : [];
    });
    return { items, unreadable: values.length - items.length };
  }

  /** @returns null if the item is missing or doesn't parse */
  async read<Item>(storeName: StoreName, key: string, schema: z.ZodMiniType<Item>): Promise<Item | null> {
    return schema.safeParse(await attempt(() => this.#database.get(storeName, key))).data ?? null;
  }

  async readKeys(storeName: StoreName): Promise<string[]> {
    return (await attempt(() => this.#database.getAllKeys(storeName))) as string[];
  }

  /** Writes all items or none. Resolves once they are on disk. */
  async write(
    storeName: StoreName,
    items: readonly (readonly [key: string, value: unknown])[],
  ): Promise<void> {
    await attempt(async () => {
      const transaction = this.#database.transaction(storeName, 'readwrite', { durability: 'strict' });
      const puts = items.map(([key, value]) => transaction.store.put(value, key));
      // Commit explicitly: if the page closed before the requests finish, an open transaction would be
      // aborted.
      transaction.commit();
      // A failed request also fails the transaction. Await both promises, so that neither rejection goes
      // unhandled.
      await Promise.all([...puts, transaction.done]);
    });
  }

  /**
   * Changes the marks of parcels in one transaction, so that two tabs lose no change of each other.
   * Leaves out parcels that are no longer stored.
   * @param change called with the stored mark, or undefined
   * @returns the changed marks by id, once they are on disk
   */
  async changeMarks<Mark>(
    ids: readonly string[],
    change: (id: string, stored: unknown) => Mark,
  ): Promise<[id: string, mark: Mark][]> {
    return attempt(async () => {
      const transaction = this.#database.transaction(['parcels', 'marks'], 'readwrite', {
        durability: 'strict',
      });
      const [parcels, marks] = [transaction.objectStore('parcels'), transaction.objectStore('marks')];
      const work = ids.map(async (id): Promise<[string, Mark][]> => {
        const stored: unknown = await marks.get(id);
        if ((await parcels.getKey(id)) === undefined) return [];
        const mark = change(id, stored);
        await marks.put(mark, id);
        return [[id, mark]];
      });
      const [changed] = await Promise.all([Promise.all(work), transaction.done]);
      return changed.flat();
    });
  }

  async remove(storeName: StoreName, keys: readonly string[]): Promise<void> {
    await attempt(async () => {
      const transaction = this.#database.transaction(storeName, 'readwrite');
      await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
    });
  }

  /** Reads a store's items unparsed, for a file. */
  async readRaw(storeName: StoreName): Promise<[key: string, value: unknown][]> {
    return attempt(async () => {
      const { store } = this.#database.transaction(storeName);
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      return keys.map((key, at) => [key as string, values[at]] as [string, unknown]);
    });
  }

  close(): void {
    this.#database.close();
  }
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toDeskError(error);
  }
}
