import { loadLaterMessages } from '../i18n/messages.ts';
import type { PICKER_PARTS } from './parts.ts';

type Parts = typeof PICKER_PARTS;
type ComponentOf<Name extends keyof Parts> = Awaited<ReturnType<Parts[Name]>>['default'];

/** A component that is loaded on demand; loading can be retried after a failure. */
class LazyPart<Name extends keyof Parts> {
  /** null until it is loaded. */
  component: ComponentOf<Name> | null = $state.raw(null);
  failed = $state(false);
  readonly #name: Name;
  #isRequested = false;

  constructor(name: Name) {
    this.#name = name;
  }

  /** Loads it only once, even if called repeatedly; again after a failure. */
  async load(): Promise<void> {
    if (this.#isRequested) return;
    this.#isRequested = true;
    this.failed = false;
    try {
      const importPart = async () => (await import('./parts.ts')).PICKER_PARTS[this.#name]();
      const [part] = await Promise.all([importPart(), loadLaterMessages()]);
      this.component = part.default;
    } catch (error) {
      console.warn('A part of the picker could not be fetched.', error);
      this.#isRequested = false;
      this.failed = true;
    }
  }
}

/** The picker's parts beside the map. Those that every shopper needs are loaded once the first pins are drawn, the others on demand. */
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

  /** Whether all needed parts are loaded or have failed: they are needed sooner than the offline base map below the points. */
  readonly settled = $derived(this.#needed.every(({ component, failed }) => component !== null || failed));
  readonly someFailed = $derived(this.#all.some(({ failed }) => failed));

  loadNeeded(): void {
    for (const part of this.#needed) void part.load();
  }

  retryFailed(): void {
    for (const part of this.#all) if (part.failed) void part.load();
  }
}
