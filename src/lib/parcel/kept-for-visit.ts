import type * as z from 'zod/mini';

/**
 * Keeps a value for this visit: in the tab's sessionStorage, which ends with the tab, so that on a shared computer nobody finds it later.
 * Does nothing if the storage is blocked or full.
 */
export function keepForVisit(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is asked for again.
  }
}

/** @returns null: nothing that parses was kept */
export function readOfVisit<Value>(key: string, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
