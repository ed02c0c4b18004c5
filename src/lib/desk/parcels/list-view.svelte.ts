import type { Desk } from '../desk.svelte.ts';
import type { Sorting } from './list-parcels.ts';
import type { ParcelKind } from './parcel-kind.ts';
import type { RowTask } from './row-task.ts';

/* eslint-disable svelte/prefer-svelte-reactivity -- a selection is immutable: a change creates another set */

/** View state of the list: search, filter, sorting, selection and scroll position. */
export class ListView {
  words = $state('');
  /** null: all kinds. */
  kind = $state<ParcelKind | null>(null);
  /** null: all tasks. */
  task = $state<RowTask | null>(null);
  sorting = $state.raw<Sorting>({ column: 'created', descending: true });
  /** Id of the row that last had the focus; null: none. */
  activeId: string | null = null;
  /** Ids of the selected rows. */
  selected = $state.raw<ReadonlySet<string>>(new Set());
  /** Scroll position in pixels. */
  top = 0;
  /** Id of the row where a range starts. */
  #anchor: string | null = null;

  toggle(id: string): void {
    this.#anchor = id;
    this.selected = this.selected.has(id) ? this.#without([id]) : new Set([...this.selected, id]);
  }

  /**
   * Selects the range from the last toggled row to this one.
   * @param ids all ids, in the order of the list
   */
  extend(id: string, ids: readonly string[]): void {
    if (!ids.includes(this.#anchor ?? '')) this.#anchor = id;
    const [start = 0, end = 0] = [ids.indexOf(this.#anchor!), ids.indexOf(id)].sort((a, b) => a - b);
    this.selected = new Set([...this.selected, ...ids.slice(start, end + 1)]);
  }

  /** Selects all rows of the list, or deselects them if all are selected. */
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
    // Times start with the newest, texts with A.
    const first = column === 'created' || column === 'last';
    this.sorting = { column, descending: before === column ? !descending : first };
  }
}

/**
 * Keeps the view while the user visits other screens. In memory only, because searched words are personal
 * data.
 */
const views = new WeakMap<Desk, ListView>();

export function getListView(desk: Desk): ListView {
  let view = views.get(desk);
  if (view === undefined) views.set(desk, (view = new ListView()));
  return view;
}
