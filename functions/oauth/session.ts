import * as z from 'zod/mini';
import type { Settings } from '../config.ts';
import type { Grant } from './grant.ts';
import { open, seal } from './seal.ts';
import { clearSessionCookie, SESSION_COOKIE, writeSessionCookie } from './session-cookie.ts';

/** What is sealed into the cookie. Times are milliseconds since 1970. */
const sessionSchema = z.object({
  /** null when the platform gave none: the session then ends with its access token. */
  refreshToken: z.nullable(z.string()),
  /** null when it would have made the cookie too long. */
  accessToken: z.nullable(z.string()),
  expiresAtMs: z.number(),
  /** null when the platform didn't say what it granted. */
  scope: z.nullable(z.string()),
  startedAtMs: z.number(),
});

export type Session = z.infer<typeof sessionSchema>;

/** Browsers drop a cookie of more than 4,096 bytes, name and attributes included, without a word. */
const SEALED_BYTES_AT_MOST = 3_800;

/** The session after a grant: a token or scope that the platform didn't repeat is kept (RFC 6749 §6). */
export function updateSession(before: Session | null, grant: Grant, nowMs: number): Session {
  return {
    refreshToken: grant.refreshToken ?? before?.refreshToken ?? null,
    accessToken: grant.accessToken,
    expiresAtMs: nowMs + grant.expiresInSeconds * 1000,
    scope: grant.scope ?? before?.scope ?? null,
    startedAtMs: before?.startedAtMs ?? nowMs,
  };
}

/**
 * Seals a session into a `Set-Cookie` value. Where it is too long the access token is left out; where even the refresh
 * token doesn't fit the cookie is cleared, and the login lives as long as the access token in the browser's memory.
 */
export async function sealSession(session: Session, settings: Settings, nowMs: number): Promise<string> {
  const place = { name: SESSION_COOKIE, origin: settings.appOrigin };
  const endsAtMs = endOfSessionMs(session, settings);
  const lastUseMs = session.refreshToken === null ? Math.min(endsAtMs, session.expiresAtMs) : endsAtMs;
  const maxAgeSeconds = Math.floor((lastUseMs - nowMs) / 1000);
  for (const candidate of [session, { ...session, accessToken: null }]) {
    const sealed = await seal(JSON.stringify(candidate), settings.sessionKeys, place);
    const usable = candidate.accessToken !== null || candidate.refreshToken !== null;
    if (usable && sealed.length <= SEALED_BYTES_AT_MOST && maxAgeSeconds > 0) {
      return writeSessionCookie(sealed, maxAgeSeconds);
    }
  }
  return clearSessionCookie();
}

/** When the session ends, however often it is refreshed. */
export function endOfSessionMs(session: Session, settings: Settings): number {
  return session.startedAtMs + settings.sessionMaxAgeSeconds * 1000;
}

/** @returns null for a session that wasn't sealed here and for one that is too old */
export async function openSession(
  sealed: string,
  settings: Settings,
  nowMs: number,
): Promise<Session | null> {
  const place = { name: SESSION_COOKIE, origin: settings.appOrigin };
  const text = await open(sealed, settings.sessionKeys, place);
  if (text === null) return null;
  const result = sessionSchema.safeParse(JSON.parse(text));
  if (!result.success) return null;
  return nowMs < endOfSessionMs(result.data, settings) ? result.data : null;
}
