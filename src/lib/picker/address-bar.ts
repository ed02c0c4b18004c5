import { writeBrowsing, type Browsing } from './browsing.ts';

/** What the address bar does with the browser's history. */
export interface AddressBarParts {
  /** SvelteKit's shallow routing: an entry of the history holds how many layers lie open on it. */
  push(address: string, layers: number): void;
  replace(address: string, layers: number): void;
  go(entries: number): void;
  /** The query of the address as it is. */
  query(): URLSearchParams;
  /** Back was pressed: so many layers may stay open. */
  closeLayers(layers: number): void;
  /** Forward was pressed: what the address says is to lie open again. */
  reopen(query: URLSearchParams): void;
}

/** Browsers refuse a page that changes its address too often: Safari at a hundred times in thirty seconds. */
const PAUSE_MS = 400;

/**
 * Keeps the locator's address true: what is shown stands in it, and what lies open over the list (the filters, a card) is an entry of the
 * history, so that Back closes it, one by one, before it leaves the page.
 */
export class AddressBar {
  readonly #parts: AddressBarParts;
  #browsing: Browsing | null = null;
  /** Layers that lie open. */
  #layers = 0;
  /** Layers of the entry that the browser is on. */
  #entry: number;
  /** The entry that `go` leads to; until it is reached nothing is written. */
  #awaited: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param entry layers of the entry that the page was loaded on: those of before a reload */
  constructor(parts: AddressBarParts, entry: number) {
    this.#parts = parts;
    this.#entry = entry;
  }

  /** @param layers how many things lie open over the list */
  show(browsing: Browsing, layers: number): void {
    this.#browsing = browsing;
    this.#layers = layers;
    if (this.#awaited !== null) return;
    if (layers === this.#entry) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), PAUSE_MS);
    } else this.#settle();
  }

  /** The browser is on another entry of the history, or on the one just written. */
  reached(entry: number): void {
    if (entry === this.#entry && this.#awaited === null) return;
    const wentBackOurselves = this.#awaited === entry;
    this.#entry = entry;
    this.#awaited = null;
    if (wentBackOurselves || entry === this.#layers) return this.#settle();
    if (entry < this.#layers) this.#parts.closeLayers(entry);
    else this.#parts.reopen(this.#parts.query());
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  /** Brings the history to as many entries as there are layers. */
  #settle(): void {
    clearTimeout(this.#timer);
    if (this.#layers < this.#entry) {
      this.#awaited = this.#layers;
      return this.#parts.go(this.#layers - this.#entry);
    }
    while (this.#entry < this.#layers) {
      this.#entry++;
      this.#parts.push(this.#address(), this.#entry);
    }
    this.#write();
  }

  #write(): void {
    const address = this.#address();
    if (this.#browsing !== null && address !== `?${this.#parts.query()}`)
      this.#parts.replace(address, this.#entry);
  }

  #address(): string {
    const query = this.#parts.query();
    return `?${this.#browsing === null ? query : writeBrowsing(this.#browsing, query)}`;
  }
}
