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
