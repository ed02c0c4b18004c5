import { writeBrowsing, type Browsing } from './browsing.ts';

/** Access to the browser's history and to the picker. */
export interface AddressBarParts {
  /** SvelteKit's shallow routing: the state of each history entry is its number of open layers. */
  push(address: string, layers: number): void;
  replace(address: string, layers: number): void;
  go(entries: number): void;
  /** The current query of the address. */
  query(): URLSearchParams;
  /** Back was pressed: at most this many layers stay open. */
  closeLayers(layers: number): void;
  /** Forward was pressed: reopens what the address describes. */
  reopen(query: URLSearchParams): void;
}

/** Browsers block pages that change their address too often: Safari at a hundred times in thirty seconds. */
const PAUSE_MS = 400;

/**
 * Keeps the locator's address in sync with what is shown. Each layer open over the list (the filters, a card) has its own history entry,
 * so that Back closes the layers one by one before it leaves the page.
 */
export class AddressBar {
  readonly #parts: AddressBarParts;
  #browsing: Browsing | null = null;
  /** Number of open layers. */
  #layers = 0;
  /** Layers of the current history entry. */
  #entry: number;
  /** Target entry of a pending `go`; nothing is written until it is reached. */
  #awaited: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param entry layers of the history entry that the page was loaded on, from before a reload */
  constructor(parts: AddressBarParts, entry: number) {
    this.#parts = parts;
    this.#entry = entry;
  }

  /** @param layers number of layers open over the list */
  show(browsing: Browsing, layers: number): void {
    this.#browsing = browsing;
    this.#layers = layers;
    if (this.#awaited !== null) return;
    if (layers === this.#entry) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), PAUSE_MS);
    } else this.#settle();
  }

  /** The browser has moved to another history entry, or to the one just written. */
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

  /** Adds or leaves history entries until there is one per layer. */
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
