import type * as z from 'zod/mini';

/**
 * Stores a value for this visit: in the tab's sessionStorage, which ends with the tab, so that no
 * one else finds it later on a shared computer. Does nothing if the storage is blocked or full.
 */
export function storeForVisit(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It will be requested again.
  }
}

/** @returns null if nothing valid is stored */
export function readFromVisit<Value>(key: string, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
