/** As much of a browser's history as scripts see of it: going back takes a while, and tells of it. */
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
    /** As scripts have it. */
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
    /** Up to the present one. */
    hrefs: () => entries.slice(0, at + 1).map(({ href }) => href),
    state: () => entries[at]!.state,
  };
}
