import { speakOn } from '../i18n/messages.ts';
import type { PARTS } from './parts.ts';

type Parts = typeof PARTS;
type ComponentOf<Name extends keyof Parts> = Awaited<ReturnType<Parts[Name]>>['default'];

/** A component that is brought along when it is needed, and can be asked for again when that failed. */
class LazyPart<Name extends keyof Parts> {
  /** null until it is there. */
  component: ComponentOf<Name> | null = $state.raw(null);
  failed = $state(false);
  readonly #name: Name;
  #asked = false;

  constructor(name: Name) {
    this.#name = name;
  }

  /** Fetches it once, however often it is asked for; again after a failure. */
  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    this.failed = false;
    try {
      const [{ PARTS }] = await Promise.all([import('./parts.ts'), speakOn()]);
      this.component = (await PARTS[this.#name]()).default;
    } catch (error) {
      console.warn('A part of the picker could not be fetched.', error);
      this.#asked = false;
      this.failed = true;
    }
  }
}

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
