/** Key of our mark in `history.state`, beside the state of the shop's router: the page's address, and how many entries are ours. */
const MARK = 'droppoint';
/** Limit of the number that the frame sends, so that Back leads to the shop whatever it sends. */
const MAX_LAYERS = 4;
/** Time limit for the `popstate` of `history.go`. */
const GONE_BACK_WITHIN_MS = 1_000;
/**
 * Keys of `history.state` by which Turbo, Turbolinks, htmx, Livewire, Inertia and Astro recognize entries
 * that they load or draw again when the shopper goes back to one. They would take our own steps back for
 * such a return.
 */
const RESTORED = /"(turbo(links)?|htmx|alpine|livewire|page|component|scrollX)":/;

interface OpenDialog {
  /** Number of entries that it needs: one of its own, and one for each layer. */
  wanted_: number;
  readonly onback_: (layers: number) => void;
}
/** The lowest dialog first. */
const open: OpenDialog[] = [];
/**
 * Number of our entries that Back leads through. If there are fewer after a `popstate`, the shopper has
 * gone back.
 */
let depth = 0;
/**
 * Settles after all changes of the history so far: going back is asynchronous, and changes are made one
 * at a time.
 */
let lastChange = Promise.resolve();

/** Number of our entries up to the current one; 0 if the shop has added its own entry or changed the URL. */
function readDepth(): number {
  const [href, marked] = ((history.state as Record<string, unknown> | null)?.[MARK] ?? []) as [
    string?,
    number?,
  ];
  return href === location.href ? marked! : 0;
}

async function applyChange(): Promise<void> {
  const wanted = open.reduce((sum, dialog) => sum + dialog.wanted_, 0);
  depth = readDepth();
  if (depth > wanted)
    await new Promise<void>((resolve) => {
      // A task later, so that the shop's router has handled the event too.
      addEventListener('popstate', () => setTimeout(resolve), { once: true });
      setTimeout(resolve, GONE_BACK_WITHIN_MS);
      history.go(wanted - depth);
      depth = wanted;
    });
  while (depth < wanted && !RESTORED.test(JSON.stringify(history.state)))
    history.pushState({ ...(history.state as object | null), [MARK]: [location.href, ++depth] }, '');
}

/** Browsers limit how often a page changes its history; if they refuse, Back leaves the page as usual. */
const queueChange = () => (lastChange = lastChange.then(applyChange).catch(() => {}));

/** Closes as many layers, from the top, as the shopper has gone back. */
function onPopState(): void {
  let gone = depth;
  gone -= depth = readDepth();
  for (const dialog of [...open].reverse()) {
    const taken = Math.min(gone, dialog.wanted_);
    if (taken <= 0) continue;
    gone -= taken;
    dialog.wanted_ -= taken;
    dialog.onback_(dialog.wanted_ - 1);
  }
}

export type PageLock = ReturnType<typeof lockScrollAndHistory>;

/**
 * Adds to a modal dialog what `showModal` lacks (which traps and restores the focus): the page doesn't
 * scroll, and Back closes the dialog instead of leaving the shop. Our history entries are counted for all
 * dialogs together, so that dialogs may be closed in any order without closing another; the shop's own
 * entries are left alone.
 * @param onback called when the shopper went back, with the number of layers left, or -1 if the dialog is
 * to be closed too
 * @param usesHistory whether to add entries: false if the shop's router would take them for its own
 */
export function lockScrollAndHistory(onback: (layers: number) => void, usesHistory = true) {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  const dialog: OpenDialog = { wanted_: +usesHistory, onback_: onback };
  open.push(dialog);
  addEventListener('popstate', onPopState);
  void queueChange();
  return {
    /** Sets the number of layers open in the dialog: Back closes them one by one, and then the dialog. */
    setLayers_(layers: number): void {
      if (!usesHistory) return;
      dialog.wanted_ = 1 + Math.max(0, Math.min(MAX_LAYERS, layers | 0));
      void queueChange();
    },
    /** Unlocks the page. The promise resolves when its history is as it was before the dialog. */
    release_(): Promise<void> {
      style.overflow = overflow;
      open.splice(open.indexOf(dialog), 1);
      if (!open[0]) removeEventListener('popstate', onPopState);
      return queueChange();
    },
  };
}
