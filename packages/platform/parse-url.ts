/**
 * Parses a URL; null for a text that isn't one. Use it wherever Node may run: after some thousand calls, `URL.canParse` of Node 20 says
 * false of addresses with letters such as "ö", because V8 then passes it their Latin-1 bytes as if they were UTF-8.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
