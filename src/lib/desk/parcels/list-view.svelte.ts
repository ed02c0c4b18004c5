import type { Desk } from '../desk.svelte.ts';
import type { Sorting } from './list-parcels.ts';
import type { ParcelKind } from './parcel-kind.ts';

/* eslint-disable svelte/prefer-svelte-reactivity -- a selection never changes: each change is another set */

/** How the list is looked at: what is searched, sorted and selected, and how far it is scrolled. */
export class ListView {
  words = $state('');
  /** null: all. */
  kind = $state<ParcelKind | null>(null);
  sorting = $state.raw<Sorting>({ column: 'created', descending: true });
  /** Id of the row that has the focus, or gets it; null: none. */
  activeId = $state<string | null>(null);
  /** Ids. */
  selected = $state.raw<ReadonlySet<string>>(new Set());
  /** Pixels. */
  top = 0;
  /** Where a range begins. */
  #anchor: string | null = null;

  toggle(id: string): void {
    this.#anchor = id;
    this.selected = this.selected.has(id) ? this.#without([id]) : new Set([...this.selected, id]);
  }

  /** Selects all from the row that was toggled last to this one. @param ids of the list, in its order */
  extend(id: string, ids: readonly string[]): void {
    if (!ids.includes(this.#anchor ?? '')) this.#anchor = id;
    const [start = 0, end = 0] = [ids.indexOf(this.#anchor!), ids.indexOf(id)].sort((a, b) => a - b);
    this.selected = new Set([...this.selected, ...ids.slice(start, end + 1)]);
  }

  /** Adds all of the list, or takes them out if all are selected. */
  toggleAll(ids: readonly string[]): void {
    const isFull = ids.every((id) => this.selected.has(id));
    this.selected = isFull ? this.#without(ids) : new Set([...this.selected, ...ids]);
  }

  clear(): void {
    this.#anchor = null;
    this.selected = new Set();
  }

  #without(ids: readonly string[]): ReadonlySet<string> {
    const left = new Set(ids);
    return new Set([...this.selected].filter((id) => !left.has(id)));
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
