/** The part of a browser's history that scripts see: going back takes a while, and fires an event. */
export function createFakeHistory(page: EventTarget, first: { state: unknown; href: string }) {
  const entries = [first];
  let at = 0;
  const location = {
    get href() {
      return entries[at]!.href;
    },
  };
  const write = (state: unknown, href: string | undefined) => ({ state, href: href || location.href });
  const travel = (steps: number) => {
    at = Math.max(0, Math.min(entries.length - 1, at + steps));
    page.dispatchEvent(new Event('popstate'));
  };
  return {
    location,
    /** As scripts see it. */
    history: {
      get state() {
        return entries[at]!.state;
      },
      pushState(state: unknown, _: string, href?: string) {
        const entry = write(state, href);
        entries.splice(++at, Infinity, entry);
      },
      replaceState(state: unknown, _: string, href?: string) {
        entries[at] = write(state, href);
      },
      go: (steps: number) => void setTimeout(() => travel(steps), 5),
    },
    /** The browser's own buttons. */
    goBack: () => travel(-1),
    goForward: () => travel(1),
    /** Addresses up to the present entry. */
    hrefs: () => entries.slice(0, at + 1).map(({ href }) => href),
    state: () => entries[at]!.state,
  };
}
