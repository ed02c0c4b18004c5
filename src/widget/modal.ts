/** Under this name our entries of the history carry their marks, beside the shop's own state: its router may look. */
const MARK = 'droppoint';
/** The frame tells how many; however many it tells, the shopper gets back to the shop. */
const MAX_LAYERS = 4;
/** A browser that doesn't go back as it was told is not waited for longer. */
const GONE_BACK_WITHIN_MS = 1_000;

/** Marks of what is closed: their entries are to be taken away. */
const dead = new Set<string>();
/** Going back takes a while; whatever changes the history waits for what changes it already. */
let changing = Promise.resolve();

/** The marks of the entry that the page is on, the oldest first; none where the shop has put its own there, or gone elsewhere. */
function readMarks(): readonly string[] {
  const [href, ...marks] = ((history.state as Record<string, unknown> | null)?.[MARK] ?? []) as string[];
  return href === location.href ? marks : [];
}

async function takeDeadAway(): Promise<void> {
  const marks = readMarks();
  const alive = marks.findLastIndex((mark) => !dead.has(mark)) + 1;
  if (alive === marks.length) return;
  await new Promise<void>((resolve) => {
    // A task later: the shop's router has heard of it as well.
    addEventListener('popstate', () => setTimeout(resolve), { once: true });
    setTimeout(resolve, GONE_BACK_WITHIN_MS);
    history.go(alive - marks.length);
  });
}

export type PageLock = ReturnType<typeof lockScrollAndHistory>;

/**
 * What a dialog over the whole page needs beyond what `showModal` does (which keeps the focus in, and gives it back): the page
 * beneath holds still, and the back button of a phone closes the dialog instead of leaving the shop. Each dialog knows its entries of
 * the history by their marks, so that it neither undoes what the shop does meanwhile nor minds another dialog's.
 * @param onback the shopper went back; so many layers are left, and `null` when the dialog itself isn't
 */
export function lockScrollAndHistory(onback: (layers: number | null) => void) {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  /** Of our entries, the dialog's own first. */
  const own: string[] = [];
  let wanted = 1;

  const change = async () => {
    while (own.length > wanted) dead.add(own.pop()!);
    await takeDeadAway();
    while (own.length < wanted) {
      own.push(String(Math.random()));
      const marks = [location.href, ...readMarks(), own.at(-1)];
      history.pushState({ ...(history.state as object | null), [MARK]: marks }, '');
    }
  };
  // A browser may refuse a page that changes its history often: then Back does what it did without us.
  const settle = () => (changing = changing.then(change).catch(() => {}));

  const notice = () => {
    const marks = readMarks();
    const left = own.filter((mark) => marks.includes(mark)).length;
    if (left === own.length) return;
    own.length = wanted = left;
    onback(left === 0 ? null : left - 1);
  };

  const listening = new AbortController();
  addEventListener('popstate', notice, listening);
  void settle();
  return {
    /** To be told whenever another number of layers lies open inside the dialog: Back closes them one by one, and then the dialog. */
    setLayers(open: number): void {
      wanted = 1 + Math.max(0, Math.min(MAX_LAYERS, open | 0));
      void settle();
    },
    /** Lets the page go. @returns when its history is as it was before the dialog */
    release(): Promise<void> {
      style.overflow = overflow;
      listening.abort();
      wanted = 0;
      return settle();
    },
  };
}
