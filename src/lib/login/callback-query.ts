/** The login host's answer, from the moment it left the address bar until the callback page asks for it. */
let held: URLSearchParams | null = null;

/** Path of the page that the login host sends people back to. */
export const CALLBACK_PATH = '/account/callback';

/**
 * Takes the one-time code out of the address bar and the history (RFC 10017 §6.3.2, RFC 9700 §4.2.4). Called when the client
 * code starts, before any page asks for anything, so that no request, no history entry and no referrer ever carries the code.
 */
export function holdCallbackQuery(location: Location, history: History): void {
  if (location.pathname !== CALLBACK_PATH || location.search === '') return;
  held = new URLSearchParams(location.search);
  history.replaceState(history.state, '', CALLBACK_PATH);
}

/** Hands the answer over, once. */
export function takeCallbackQuery(): URLSearchParams | null {
  const query = held;
  held = null;
  return query;
}
