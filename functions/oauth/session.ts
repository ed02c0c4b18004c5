import * as z from 'zod/mini';
import type { Account } from '#contract/function-answers.ts';
import type { FunctionSettings } from '../config.ts';
import type { TokenSet } from '#platform/token-endpoint.ts';
import { openSealed, seal, type SealPlace } from './seal.ts';
import { generateCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

/**
 * `__Host-`: only this host can set it, over a secure connection and for all paths (RFC 6265bis §4.1.3.2).
 * Chromium accepts such a cookie from http://localhost and http://127.0.0.1 too, so development needs no other name.
 */
export const SESSION_COOKIE = '__Host-droppoint-session';

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } satisfies CookieOptions;

function writeSessionCookie(sealed: string, maxAgeSeconds: number): string {
  return generateCookie(SESSION_COOKIE, sealed, { ...ATTRIBUTES, maxAge: maxAgeSeconds });
}

export function clearSessionCookie(): string {
  return writeSessionCookie('', 0);
}

/**
 * Finds the session in a `Cookie` header. Only the exact name counts, preceded by nothing but the spaces and tabs between
 * cookies, since browsers apply the rules of the prefix to that name only: `\u00A0__Host-…` is another name, which any sibling
 * host may set. Libraries (hono/cookie, cookie) return the first of two cookies with one name, but here a second one has to be
 * detected.
 * @returns null if there is none, or more than one: another host may have set the second
 */
export function readSessionCookie(header: string | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.replace(/^[ \t]+/, ''))
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 ? values[0]! : null;
}

/** Claims sealed into the cookie, in addition to those that bind it to its name and origin. */
const sessionSchema = z.object({
  /** Random id of the session, created at login. */
  sid: z.string(),
  /** From the id token; null if there was none. */
  account: z.nullable(z.object({ subject: z.string(), name: z.nullable(z.string()) })),
  /** Time of the login, in seconds since 1970; refreshes don't change it. */
  iat: z.number(),
  /** null if the platform issued none, or no cookie holds it: the session then ends with its access token. */
  refreshToken: z.nullable(z.string()),
  /** null if the cookie would have been too long with it. */
  accessToken: z.nullable(z.string()),
  accessTokenEndsAtMs: z.number(),
  /** null if the platform didn't return it. */
  scope: z.nullable(z.string()),
});

export type BrokerSession = z.infer<typeof sessionSchema>;
/** A session whose access token can be handed out. */
export type LiveSession = BrokerSession & { accessToken: string };

/** A session after a grant, and its `Set-Cookie` value. */
export interface RenewedSession {
  session: LiveSession;
  cookie: string;
}

/** Browsers silently drop cookies over 4,096 bytes, name and attributes included. */
const MAX_SEALED_BYTES = 3_800;

const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** Creates the session of a login. */
export function startSession(grant: TokenSet, nowMs: number): LiveSession {
  const base = { sid: crypto.randomUUID(), account: grant.account, iat: secondsOf(nowMs) };
  return updateSession({ ...base, refreshToken: null, scope: null }, grant, nowMs);
}

/** The session after a refresh. A refresh token or scope missing in the response stays unchanged (RFC 6749 §6). */
export function updateSession(
  before: Omit<BrokerSession, 'accessToken' | 'accessTokenEndsAtMs'>,
  grant: TokenSet,
  nowMs: number,
): LiveSession {
  return {
    ...before,
    refreshToken: grant.refreshToken ?? before.refreshToken,
    accessToken: grant.accessToken,
    accessTokenEndsAtMs: nowMs + grant.expiresInSeconds * 1000,
    scope: grant.scope ?? before.scope,
  };
}

/** The session's account, for the page to show and to compare. */
export function describeAccount({ sid, account }: BrokerSession): Account {
  return { id: account?.subject ?? sid, name: account?.name ?? account?.subject ?? null };
}

/**
 * Seals a session into a `Set-Cookie` value. If it is too long, the access token is omitted; if the
 * refresh token doesn't fit either, it is omitted too: the login then lasts as long as the access
 * token in the page's memory, and the cookie still lets its calls through the relay.
 */
export async function sealSession(
  session: BrokerSession,
  settings: FunctionSettings,
  nowMs: number,
): Promise<string> {
  const end = endOfSession(session, settings);
  const short = { ...session, accessToken: null };
  for (const candidate of [session, short, { ...short, refreshToken: null }]) {
    const exp = candidate.refreshToken === null ? Math.min(end, secondsOf(session.accessTokenEndsAtMs)) : end;
    const maxAgeSeconds = exp - secondsOf(nowMs);
    if (maxAgeSeconds <= 0) break;
    const sealed = await seal({ ...candidate, exp }, settings.sessionKeys, placeOf(settings));
    if (sealed.length <= MAX_SEALED_BYTES) return writeSessionCookie(sealed, maxAgeSeconds);
  }
  return clearSessionCookie();
}

/** When the session expires, in seconds since 1970; refreshes don't extend it. */
export function endOfSession(session: BrokerSession, settings: FunctionSettings): number {
  return session.iat + settings.sessionMaxAgeSeconds;
}

/** @returns null if it wasn't sealed here, or is too old */
export async function openSession(
  sealed: string,
  settings: FunctionSettings,
  nowMs: number,
): Promise<BrokerSession | null> {
  const claims = await openSealed(sealed, settings.sessionKeys, placeOf(settings), nowMs);
  const result = sessionSchema.safeParse(claims);
  if (!result.success) return null;
  // The operator may have reduced SESSION_MAX_AGE_SECONDS since it was sealed.
  return nowMs < endOfSession(result.data, settings) * 1000 ? result.data : null;
}

function placeOf(settings: FunctionSettings): SealPlace {
  return { name: SESSION_COOKIE, origin: settings.appOrigin };
}
