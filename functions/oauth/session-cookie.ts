/**
 * `__Host-`: set by this very host over a secure channel, for all its paths, by nobody else (RFC 6265bis §4.1.3.2).
 * Chromium takes such a cookie from http://localhost and http://127.0.0.1 too, so development needs no other name.
 */
export const SESSION_COOKIE = '__Host-droppoint-session';

const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export function writeSessionCookie(sealed: string, maxAgeSeconds: number): string {
  return `${SESSION_COOKIE}=${sealed}; ${ATTRIBUTES}; Max-Age=${maxAgeSeconds}`;
}

export function clearSessionCookie(): string {
  return `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
}

/**
 * Finds the session in a `Cookie` header.
 * @returns null when there is none, or more than one: then somebody else may have planted the other
 */
export function readSessionCookie(header: string | null | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1));
  return values.length === 1 ? (values[0] ?? null) : null;
}
