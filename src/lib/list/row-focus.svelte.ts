import { tick } from 'svelte';

/**
 * The focus in a list of which only the rows in view are in the document. One row is in the tab order,
 * and arrow keys lead from it to the others. A focused row stays in the tab order wherever the list is
 * scrolled; if it is removed, another gets the focus.
 * @param scroller returns the element of the list
 * @param firstInView returns the index of the first fully visible row
 */
export function createRowFocus(
  scroller: () => HTMLElement | undefined,
  rows: () => readonly { point: { id: string } }[],
  firstInView: () => number,
) {
  /** The row in the tab order; null: the first in view. */
  let activeId: string | null = $state.raw(null);
  /** Whether the first row gets the focus once there is one. */
  let awaited = false;

  const isInside = () => scroller()?.contains(document.activeElement);

  function index(): number {
    const index = rows().findIndex(({ point }) => point.id === activeId);
    return index < 0 ? firstInView() : index;
  }

  function focus(): void {
    const list = scroller();
    const row = list?.querySelector<HTMLElement>(`[data-index="${index()}"] button`) ?? list;
    row?.focus({ preventScroll: true });
  }

  return {
    /** Index of the row in the tab order. */
    index,
    /** Sets the row in the tab order; null: the first in view. */
    set(id: string | null): void {
      activeId = id;
    },
    /** To be called when the list was scrolled: a row without the focus needn't stay in the tab order. */
    letGo(): void {
      if (!isInside()) activeId = null;
    },
    /** Focuses the row in the tab order, as soon as there is one; until then the list itself. */
    take(): void {
      awaited = rows().length === 0;
      focus();
    },
    /** Focuses another row, once it is in the document. */
    async move(to: number): Promise<void> {
      activeId = rows()[to]!.point.id;
      await tick();
      focus();
    },
    /**
     * To be called before other rows are drawn: the focused one may be removed, or moved in the document,
     * which also loses the focus.
     */
    async preserve(): Promise<void> {
      const wasInside = isInside();
      await tick();
      const { activeElement } = document;
      const isThere = awaited && rows().length > 0;
      awaited &&= !isThere;
      if (wasInside && (activeElement === document.body || (isThere && activeElement === scroller())))
        focus();
    },
  };
}
