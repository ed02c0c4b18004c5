/**
 * Reads whose frame this is from the page's fragment, which no server sees: `#origin=https%3A%2F%2Fshop.example`. It is only a claim:
 * the browser delivers the greeting to that origin alone, and what comes back is checked again.
 * @returns null when there is none
 */
export function readHostOrigin(fragment: string): string | null {
  const claimed = new URLSearchParams(fragment.replace(/^#/, '')).get('origin') ?? '';
  if (!URL.canParse(claimed)) return null;
  const { origin, protocol } = new URL(claimed);
  return origin === claimed && /^https?:$/.test(protocol) ? origin : null;
}
