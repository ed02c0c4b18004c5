/**
 * Reads the host's origin from the URL fragment, which no server sees: `#origin=https%3A%2F%2Fshop.example`. It is only a claim: the
 * browser delivers messages only to that origin.
 * @returns null if there is none, or it isn't a valid origin
 */
export function readHostOrigin(fragment: string): string | null {
  const claimed = new URLSearchParams(fragment.replace(/^#/, '')).get('origin') ?? '';
  if (!URL.canParse(claimed)) return null;
  const { origin, protocol } = new URL(claimed);
  return origin === claimed && protocol.startsWith('http') ? origin : null;
}
