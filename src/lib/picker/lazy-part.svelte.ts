import { speakOn } from '../i18n/messages.ts';
import type { PARTS } from './parts.ts';

type Parts = typeof PARTS;
type ComponentOf<Name extends keyof Parts> = Awaited<ReturnType<Parts[Name]>>['default'];

/** A component that is brought along when it is needed, and can be asked for again when that failed. */
export class LazyPart<Name extends keyof Parts> {
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
