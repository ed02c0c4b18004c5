/** What we accept as an identifier from outside: no line breaks, no mark-up, nothing long enough to hide things in. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's own request identifier where it is harmless, else a fresh UUID (docs/platform-api.md, chapter 4). */
export function chooseRequestId(sent: string | null | undefined): string {
  return sent && ACCEPTABLE.test(sent) ? sent : crypto.randomUUID();
}
