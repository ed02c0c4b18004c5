/** What the history's entry of an open dialog carries. */
const MARK = 'droppoint';

/**
 * What a dialog over the whole page needs beyond what `showModal` does (which keeps the focus in, and gives it back): the page
 * beneath holds still, and the back button of a phone closes the dialog instead of leaving the shop.
 * @returns ends it all
 */
export function holdPage(onback: () => void): () => void {
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = 'hidden';
  // The shop's own state stays in it: its router may look.
  history.pushState({ ...(history.state as object | null), [MARK]: 1 }, '');
  addEventListener('popstate', onback);

  return () => {
    removeEventListener('popstate', onback);
    style.overflow = overflow;
    // Closed in another way than by going back: the entry is taken away again.
    if ((history.state as Record<string, unknown> | null)?.[MARK]) history.back();
  };
}
