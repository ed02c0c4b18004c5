import * as z from 'zod/mini';
import type { Account } from '../../src/lib/contract/function-answers.ts';
import type { Settings } from '../config.ts';
import type { Grant } from '../../platform-client/grant.ts';
import { open, seal, type SealPlace } from './seal.ts';
import { clearSessionCookie, SESSION_COOKIE, writeSessionCookie } from './session-cookie.ts';

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

export type Session = z.infer<typeof sessionSchema>;

/** Browsers drop a cookie of more than 4,096 bytes, name and attributes included, without a word. */
const MAX_SEALED_BYTES = 3_800;

const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** The session that a login begins. */
export function startSession(grant: Grant, nowMs: number): Session {
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
export function updateSession(before: Session, grant: Grant, nowMs: number): Session {
  return {
    ...before,
    refreshToken: grant.refreshToken ?? before.refreshToken,
    accessToken: grant.accessToken,
    accessTokenEndsAtMs: nowMs + grant.expiresInSeconds * 1000,
    scope: grant.scope ?? before.scope,
  };
}

/** Whom a session belongs to, for the page to show and to compare. */
export function describeAccount({ sid, account }: Session): Account {
  return { id: account?.subject ?? sid, name: account?.name ?? account?.subject ?? null };
}

/**
 * Seals a session into a `Set-Cookie` value. Where it is too long the access token is left out; where even the refresh
 * token doesn't fit the cookie is cleared, and the login lives as long as the access token in the browser's memory.
 */
export async function sealSession(session: Session, settings: Settings, nowMs: number): Promise<string> {
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
export function endOfSession(session: Session, settings: Settings): number {
  return session.iat + settings.sessionMaxAgeSeconds;
}

/** @returns null for a session that wasn't sealed here and for one that is too old */
export async function openSession(
  sealed: string,
  settings: Settings,
  nowMs: number,
): Promise<Session | null> {
  const claims = await open(sealed, settings.sessionKeys, placeOf(settings), nowMs);
  const result = sessionSchema.safeParse(claims);
  if (!result.success) return null;
  // The operator may have shortened sessions since this one was sealed.
  return nowMs < endOfSession(result.data, settings) * 1000 ? result.data : null;
}

function placeOf(settings: Settings): SealPlace {
  return { name: SESSION_COOKIE, origin: settings.appOrigin };
}
