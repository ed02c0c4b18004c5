import { generateCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

/**
 * `__Host-`: set by this very host over a secure channel, for all its paths, by nobody else (RFC 6265bis §4.1.3.2).
 * Chromium takes such a cookie from http://localhost and http://127.0.0.1 too, so development needs no other name.
 */
export const SESSION_COOKIE = '__Host-droppoint-session';

const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } satisfies CookieOptions;

export function writeSessionCookie(sealed: string, maxAgeSeconds: number): string {
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
