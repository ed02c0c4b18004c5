import { flushSync, tick } from 'svelte';
import {
  findFirstWhole,
  findRowAt,
  findRowOfKey,
  findWindow,
  scrollTopFor,
  type Viewport,
} from './row-window.ts';

type RowId = string | number;

interface Options {
  /** Ids of all rows, in order. */
  ids: () => readonly RowId[];
  /** Height of a row in pixels until it is measured. */
  rowHeight: number;
  /** Start of a row in pixels; by default, all rows have the measured height. */
  offsetOf?: (row: number) => number;
  /** Reads the heights of the rendered rows, if `offsetOf` depends on them. */
  measure?: () => void;
  /** Returns the height in pixels of a head that stays at the top and covers rows. */
  headHeight?: () => number;
  /** Returns the id of another row that is always rendered; null: none. */
  pinnedId?: () => RowId | null;
  /** Follows the selector of a row to select its element that takes the focus; empty: the row itself. */
  focusable: string;
}

/**
 * A list that renders only the rows in view, in an element that scrolls. A component binds its elements to
 * the fields, renders the rows of `drawn`, each with its index as `data-index`, and calls `retainFocus`.
 *
 * One row is in the tab order, and keys lead from it to the others. A focused row stays in the tab order
 * and in the document wherever the list is scrolled; if it is removed, another gets the focus.
 */
export class VirtualList {
  /** The element that scrolls. */
  scroller: HTMLElement | undefined = $state.raw();
  /** Its `clientHeight`. */
  height = $state(0);
  /** Height in pixels of an element that is as high as a row. */
  measuredHeight = $state(0);
  /** Scroll position in pixels. */
  top = $state(0);
  /** Id of the row in the tab order; null: the first in view. */
  activeId: RowId | null = $state.raw(null);
  /** Whether the first row gets the focus once there is one. */
  #isAwaited = false;

  constructor(readonly options: Options) {}

  get rowHeight(): number {
    return this.measuredHeight || this.options.rowHeight;
  }

  /** The rows in or near the view; `end` is exclusive. */
  get window(): { start: number; end: number } {
    return findWindow(this.#viewport, this.#offsetOf, this.#ids.length);
  }

  /** Index of the row in the tab order. */
  get activeIndex(): number {
    const index = this.#ids.indexOf(this.activeId ?? '');
    return index < 0 ? findFirstWhole(this.#viewport, this.#offsetOf, this.#ids.length) : index;
  }

  /** Indexes of the rows to render: those in view, the pinned one, and the one in the tab order. */
  readonly drawn: readonly number[] = $derived.by(() => {
    const { start, end } = this.window;
    const inView = Array.from({ length: end - start }, (_, at) => start + at);
    const isOutOfView = (row: number) => row >= 0 && row < this.#ids.length && (row < start || row >= end);
    const [active, pinned] = [this.activeIndex, this.#ids.indexOf(this.options.pinnedId?.() ?? '')];
    const others = active === pinned ? [active] : [active, pinned];
    return [...inView, ...others.filter(isOutOfView)].sort((a, b) => a - b);
  });

  get #ids(): readonly RowId[] {
    return this.options.ids();
  }

  get #viewport(): Viewport {
    return { top: this.top, height: this.height - (this.options.headHeight?.() ?? 0) };
  }

  #offsetOf = (row: number): number => this.options.offsetOf?.(row) ?? row * this.rowHeight;

  /** @param top scroll position in pixels */
  scrollTo(top: number): void {
    // Don't read it from the element: that would force a layout of a list that is about to change.
    if (this.scroller === undefined || this.top === top) return;
    this.scroller.scrollTop = top;
    // The scroll event fires a frame later, but the rows are needed now.
    this.top = this.scroller.scrollTop;
  }

  /** Scrolls as little as possible until a row is fully visible. */
  scrollToRow(row: number): void {
    this.scrollTo(scrollTopFor(this.#viewport, this.#offsetOf, row));
  }

  /** Scrolls to a row and focuses it, once it is in the document. */
  async goTo(row: number): Promise<void> {
    this.activeId = this.#ids[row] ?? null;
    this.scrollToRow(row);
    await tick();
    if (this.options.measure) {
      // Rows that are rendered for the first time may be higher than assumed.
      this.options.measure();
      this.scrollToRow(row);
      await tick();
    }
    this.#focus();
  }

  /** Changes the heights of rows, and keeps the first row in view where it is. */
  resizeRows(change: () => void): void {
    const row = findRowAt(this.top, this.#offsetOf, this.#ids.length);
    const into = this.top - this.#offsetOf(row);
    // The scroll position is limited by the height in the document.
    change();
    flushSync();
    this.scrollTo(this.#offsetOf(row) + into);
  }

  /** The row that a key leads to; null for keys that don't move the focus. */
  findTarget(key: string): number | null {
    const inView = Math.floor(this.#viewport.height / this.rowHeight);
    return findRowOfKey(key, this.activeIndex, inView, this.#ids.length);
  }

  /** Handles the scroll event. A row without the focus needn't stay in the tab order. */
  onscroll = (): void => {
    this.top = this.scroller?.scrollTop ?? 0;
    if (!this.#hasFocus()) this.activeId = null;
  };

  /** Focuses the row in the tab order, as soon as there is one; until then the list itself. */
  takeFocus(): void {
    this.#isAwaited = this.#ids.length === 0;
    this.#focus();
  }

  /**
   * Keeps the focus in the list when its row is removed, or moved in the document. Call it in
   * `$effect.pre`, so that it runs before other rows are rendered.
   */
  async retainFocus(): Promise<void> {
    void this.drawn;
    const hadFocus = this.#hasFocus();
    await tick();
    const { activeElement } = document;
    const isThere = this.#isAwaited && this.#ids.length > 0;
    this.#isAwaited &&= !isThere;
    const isLost = activeElement === document.body || (isThere && activeElement === this.scroller);
    if (hadFocus && isLost) this.#focus();
  }

  #hasFocus(): boolean {
    return this.scroller?.contains(document.activeElement) ?? false;
  }

  #focus(): void {
    const row = `[data-index="${this.activeIndex}"]${this.options.focusable}`;
    (this.scroller?.querySelector<HTMLElement>(row) ?? this.scroller)?.focus({ preventScroll: true });
  }
}
