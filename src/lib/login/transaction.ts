import * as z from 'zod/mini';

/** What has to survive the way to the login host and back. Bound to this tab; never holds a token. */
const transactionSchema = z.object({
  state: z.string().check(z.regex(/^.{43}/)),
  codeVerifier: z.string().check(z.regex(/^.{43}/)),
  /** Path in this app to go to after the login. */
  returnTo: z.string(),
  startedAtMs: z.number(),
});

export type Transaction = z.infer<typeof transactionSchema>;

const STORAGE_KEY = 'droppoint.login';

/** A login that takes longer than this is begun anew. */
const LONGEST_LOGIN_MS = 10 * 60_000;

export function saveTransaction(transaction: Transaction, storage: Storage): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(transaction));
}

/**
 * Takes the transaction out of storage, so that one answer of the login host leads to one exchange only,
 * also when the callback page is reloaded or come back to.
 * @returns null when there is none, when it is unreadable, or `expired` when it is too old
 */
export function takeTransaction(storage: Storage, nowMs: number): Transaction | 'expired' | null {
  const stored = storage.getItem(STORAGE_KEY);
  storage.removeItem(STORAGE_KEY);
  if (stored === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return null;
  }
  const result = transactionSchema.safeParse(value);
  if (!result.success) return null;
  const ageMs = nowMs - result.data.startedAtMs;
  return ageMs >= 0 && ageMs <= LONGEST_LOGIN_MS ? result.data : 'expired';
}

/** Where a login leads when nothing better is known. */
export const DEFAULT_RETURN_PATH = '/account';

/**
 * Makes a return address safe: a path of this app, or the default. What another site could have put there
 * (`//evil`, `/\evil`, `javascript:`, an absolute address, an encoded slash) is not followed (RFC 9700 §4.11).
 */
export function chooseReturnPath(wanted: string | null, origin: string): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /%2f|%5c/i.test(wanted)) return DEFAULT_RETURN_PATH;
  if (!URL.canParse(wanted, origin)) return DEFAULT_RETURN_PATH;
  const url = new URL(wanted, origin);
  // Dots are taken out by now: "/.//evil" has become "//evil".
  return url.origin === origin && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : DEFAULT_RETURN_PATH;
}
