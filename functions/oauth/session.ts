import * as z from 'zod/mini';
import type { Account } from '../../src/lib/contract/function-answers.ts';
import type { Settings } from '../config.ts';
import type { TokenSet } from '../../platform-client/token-set.ts';
import { open, seal, type SealPlace } from './seal.ts';
import { generateCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

/**
 * `__Host-`: set by this very host over a secure channel, for all its paths, by nobody else (RFC 6265bis §4.1.3.2).
 * Chromium takes such a cookie from http://localhost and http://127.0.0.1 too, so development needs no other name.
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
 * Finds the session in a `Cookie` header. Only what a browser holds to the rules of the prefix is ours: the name letter by letter,
 * after nothing but the ASCII blanks that separate cookies. To a browser `\u00A0__Host-…` is another name, which any sibling host may set.
 * Libraries (hono/cookie, cookie) answer the first of two cookies of one name, where here the second has to be seen.
 * @returns null when there is none, or more than one: then somebody else may have planted the other
 */
export function readSessionCookie(header: string | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.replace(/^[ \t]+/, ''))
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 ? values[0]! : null;
}

/** What is sealed into the cookie, beside what ties it to its place. */
const sessionSchema = z.object({
  /** The session's own random name, made at its login. */
  sid: z.string(),
  /** Whose it is, as the id token said; null when there was none. */
  account: z.nullable(z.object({ subject: z.string(), name: z.nullable(z.string()) })),
  /** When the login was, in seconds since 1970: a session ages from here, however often it is refreshed. */
  iat: z.number(),
  /** null when the platform gave none: the session then ends with its access token. */
  refreshToken: z.nullable(z.string()),
  /** null when it would have made the cookie too long. */
  accessToken: z.nullable(z.string()),
  accessTokenEndsAtMs: z.number(),
  /** null when the platform didn't say what it granted. */
  scope: z.nullable(z.string()),
});

export type BrokerSession = z.infer<typeof sessionSchema>;

/** A session with its access token, and the cookie that keeps it. */
export interface RenewedSession {
  session: BrokerSession;
  accessToken: string;
  cookie: string;
}

/** Browsers drop a cookie of more than 4,096 bytes, name and attributes included, without a word. */
const MAX_SEALED_BYTES = 3_800;

const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** The session that a login begins. */
export function startSession(grant: TokenSet, nowMs: number): BrokerSession {
  return {
    sid: crypto.randomUUID(),
    account: grant.account,
    iat: secondsOf(nowMs),
    refreshToken: grant.refreshToken,
    accessToken: grant.accessToken,
    accessTokenEndsAtMs: nowMs + grant.expiresInSeconds * 1000,
    scope: grant.scope,
  };
}

/** The session after a refresh: a token or scope that the platform didn't repeat is kept (RFC 6749 §6). */
export function updateSession(before: BrokerSession, grant: TokenSet, nowMs: number): BrokerSession {
  return {
    ...before,
    refreshToken: grant.refreshToken ?? before.refreshToken,
    accessToken: grant.accessToken,
    accessTokenEndsAtMs: nowMs + grant.expiresInSeconds * 1000,
    scope: grant.scope ?? before.scope,
  };
}

/** Whom a session belongs to, for the page to show and to compare. */
export function describeAccount({ sid, account }: BrokerSession): Account {
  return { id: account?.subject ?? sid, name: account?.name ?? account?.subject ?? null };
}

/**
 * Seals a session into a `Set-Cookie` value. Where it is too long the access token is left out; where even the refresh
 * token doesn't fit the cookie is cleared, and the login lives as long as the access token in the browser's memory.
 */
export async function sealSession(
  session: BrokerSession,
  settings: Settings,
  nowMs: number,
): Promise<string> {
  const end = endOfSession(session, settings);
  const exp = session.refreshToken === null ? Math.min(end, secondsOf(session.accessTokenEndsAtMs)) : end;
  const maxAgeSeconds = exp - secondsOf(nowMs);
  for (const candidate of [session, { ...session, accessToken: null }]) {
    const isUsable = candidate.accessToken !== null || candidate.refreshToken !== null;
    if (!isUsable || maxAgeSeconds <= 0) break;
    const sealed = await seal({ ...candidate, exp }, settings.sessionKeys, placeOf(settings));
    if (sealed.length <= MAX_SEALED_BYTES) return writeSessionCookie(sealed, maxAgeSeconds);
  }
  return clearSessionCookie();
}

/** When the session ends, in seconds since 1970, however often it is refreshed. */
export function endOfSession(session: BrokerSession, settings: Settings): number {
  return session.iat + settings.sessionMaxAgeSeconds;
}

/** @returns null for a session that wasn't sealed here and for one that is too old */
export async function openSession(
  sealed: string,
  settings: Settings,
  nowMs: number,
): Promise<BrokerSession | null> {
  const claims = await open(sealed, settings.sessionKeys, placeOf(settings), nowMs);
  const result = sessionSchema.safeParse(claims);
  if (!result.success) return null;
  // The operator may have shortened sessions since this one was sealed.
  return nowMs < endOfSession(result.data, settings) * 1000 ? result.data : null;
}

function placeOf(settings: Settings): SealPlace {
  return { name: SESSION_COOKIE, origin: settings.appOrigin };
}
