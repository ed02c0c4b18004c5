/**
 * The login host's answer, held between its removal from the address bar and the callback page reading
 * it.
 */
let held: URLSearchParams | null = null;

/** Path of the page to which the login host redirects. */
export const CALLBACK_PATH = '/account/callback';

/**
 * Removes the one-time code from the address bar and the history (RFC 10017 §6.3.2, RFC 9700 §4.2.4). Called when the client
 * code starts, before any page sends a request, so that no request, history entry or referrer contains the code.
 */
export function holdCallbackQuery(location: Location, history: History): void {
  if (location.pathname !== CALLBACK_PATH || location.search === '') return;
  held = new URLSearchParams(location.search);
  history.replaceState(history.state, '', CALLBACK_PATH);
}

/** Returns the answer; null from the second call on. */
export function takeCallbackQuery(): URLSearchParams | null {
  const query = held;
  held = null;
  return query;
}
