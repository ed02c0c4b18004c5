/**
 * Reads the host's origin from the URL fragment, which no server sees:
 * `#origin=https%3A%2F%2Fshop.example`. It is only a claim, but a safe one: the browser delivers messages
 * only to that origin.
 * @returns null if there is none, or it isn't a valid origin
 */
export function readHostOrigin(fragment: string): string | null {
  const claimed = new URLSearchParams(fragment.slice(1)).get('origin') ?? '';
  // `URL` gives no origin to the schemes of apps, but WebViews do.
  const web = claimed.replace(/^(capacitor|ionic):/, 'http:');
  const isOrigin = web.startsWith('http') && URL.canParse(web) && new URL(web).origin === web;
  return isOrigin ? claimed : null;
}
