import { LazyPart } from './lazy-part.svelte.ts';

/** The picker's parts beside the map. Those that a shopper needs come once the first pins are drawn, the others when they are asked for. */
export class PickerParts {
  readonly tools = new LazyPart('tools');
  readonly progress = new LazyPart('progress');
  readonly list = new LazyPart('list');
  readonly sheet = new LazyPart('sheet');
  readonly chosen = new LazyPart('chosen');
  readonly filters = new LazyPart('filters');
  readonly error = new LazyPart('error');
  readonly #needed = [this.tools, this.progress, this.list, this.sheet, this.chosen];
  readonly #all = [...this.#needed, this.filters, this.error];

  /** Whether all that a shopper needs is there, or can't be had: a shopper needs them before the land below the points. */
  readonly settled = $derived(this.#needed.every(({ component, failed }) => component !== null || failed));
  readonly someFailed = $derived(this.#all.some(({ failed }) => failed));

  loadNeeded(): void {
    for (const part of this.#needed) void part.load();
  }

  retryFailed(): void {
    for (const part of this.#all) if (part.failed) void part.load();
  }
}
