/** Key of our marks in `history.state`, beside the state of the shop's router. */
const MARK = 'droppoint';
/** Limit of the number that the frame sends, so that Back leads to the shop whatever it sends. */
const MAX_LAYERS = 4;
/** Time limit for the `popstate` of `history.go`. */
const GONE_BACK_WITHIN_MS = 1_000;

/** Marks of closed dialogs and layers, whose entries are to be removed. */
const closed = new Set<string>();
/** Settles after all changes of the history so far: going back is asynchronous, and changes are made one at a time. */
let lastChange = Promise.resolve();

/** Marks of the current history entry, oldest first; none if the shop has added its own entry or changed the URL. */
function readMarks(): readonly string[] {
  const [href, ...marks] = ((history.state as Record<string, unknown> | null)?.[MARK] ?? []) as string[];
  return href === location.href ? marks : [];
}

async function removeClosedEntries(): Promise<void> {
  const marks = readMarks();
  const alive = marks.findLastIndex((mark) => !closed.has(mark)) + 1;
  if (alive === marks.length) return;
  await new Promise<void>((resolve) => {
    // A task later, so that the shop's router has handled the event too.
    addEventListener('popstate', () => setTimeout(resolve), { once: true });
    setTimeout(resolve, GONE_BACK_WITHIN_MS);
    history.go(alive - marks.length);
  });
}

export type PageLock = ReturnType<typeof lockScrollAndHistory>;

/**
 * Adds to a modal dialog what `showModal` lacks (which keeps the focus inside and restores it): the page doesn't scroll, and Back
 * closes the dialog instead of leaving the shop. Each dialog recognizes its history entries by their marks, so that it neither
 * reverts the shop's navigation nor handles another dialog's entries.
 * @param onback called when the shopper went back, with the number of layers left, or `null` if the dialog is to be closed too
 */
export function lockScrollAndHistory(onback: (layers: number | null) => void) {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  /** Marks of this dialog's entries: its own first, then those of its layers. */
  const ownMarks: string[] = [];
  let wantedEntries = 1;

  const applyChange = async () => {
    while (ownMarks.length > wantedEntries) closed.add(ownMarks.pop()!);
    await removeClosedEntries();
    while (ownMarks.length < wantedEntries) {
      ownMarks.push(String(Math.random()));
      const marks = [location.href, ...readMarks(), ownMarks.at(-1)];
      history.pushState({ ...(history.state as object | null), [MARK]: marks }, '');
    }
  };
  // Browsers limit how often a page changes its history; if they refuse, Back leaves the page as usual.
  const queueChange = () => (lastChange = lastChange.then(applyChange).catch(() => {}));

  const onPopState = () => {
    const marks = readMarks();
    const left = ownMarks.filter((mark) => marks.includes(mark)).length;
    if (left === ownMarks.length) return;
    ownMarks.length = wantedEntries = left;
    onback(left === 0 ? null : left - 1);
  };

  const listeners = new AbortController();
  addEventListener('popstate', onPopState, listeners);
  void queueChange();
  return {
    /** Sets the number of layers open in the dialog: Back closes them one by one, and then the dialog. */
    setLayers(open: number): void {
      wantedEntries = 1 + Math.max(0, Math.min(MAX_LAYERS, open | 0));
      void queueChange();
    },
    /** Unlocks the page. The promise resolves when its history is as it was before the dialog. */
    release(): Promise<void> {
      style.overflow = overflow;
      listeners.abort();
      wantedEntries = 0;
      return queueChange();
    },
  };
}
