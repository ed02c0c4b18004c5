import type { Desk } from '../desk.svelte.ts';
import type { Sorting } from './list-parcels.ts';
import type { ParcelKind } from './parcel-kind.ts';
import { EMPTY, extend, toggle, toggleAll, type Selection } from './selection.ts';

/** How the list is looked at: what is searched, sorted and selected, and how far it is scrolled. */
export class ListView {
  words = $state('');
  /** null: all. */
  kind = $state<ParcelKind | null>(null);
  sorting = $state.raw<Sorting>({ column: 'created', descending: true });
  /** Id of the row that has the focus, or gets it; null: none. */
  activeId = $state<string | null>(null);
  selected = $state.raw<Selection>(EMPTY);
  /** Pixels. */
  top = 0;
  /** Where a range begins. */
  #anchor: string | null = null;

  toggle(id: string): void {
    this.#anchor = id;
    this.selected = toggle(this.selected, id);
  }

  /** Selects all from the row that was toggled last to this one. @param ids of the list, in its order */
  extend(id: string, ids: readonly string[]): void {
    if (!ids.includes(this.#anchor ?? '')) this.#anchor = id;
    this.selected = extend(this.selected, this.#anchor, id, ids);
  }

  toggleAll(ids: readonly string[]): void {
    this.selected = toggleAll(this.selected, ids);
  }

  clear(): void {
    this.#anchor = null;
    this.selected = EMPTY;
  }

  sortBy(column: Sorting['column']): void {
    const { column: before, descending } = this.sorting;
    // The newest first, texts from A.
    const first = column === 'created' || column === 'last';
    this.sorting = { column, descending: before === column ? !descending : first };
  }
}

/** In memory alone, as words and names are personal: who comes back to the list finds it as it was, until the page is loaded anew. */
const views = new WeakMap<Desk, ListView>();

export function viewOf(desk: Desk): ListView {
  let view = views.get(desk);
  if (view === undefined) views.set(desk, (view = new ListView()));
  return view;
}
