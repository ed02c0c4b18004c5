import { writeBrowsing, type Browsing } from './browsing.ts';
import type { MapPlace } from './map-view.svelte.ts';
import type { Steps } from './search.svelte.ts';

/** State of a history entry. */
export interface Entry {
  /** Ordinal of the search whose result it shows; 0: the state before the first search. */
  search: number;
  /** Number of layers open over the list. */
  layers: number;
}

/** Access to the browser's history and to the picker. */
export interface AddressBarParts {
  /** SvelteKit's shallow routing. */
  push(address: string, entry: Entry): void;
  replace(address: string, entry: Entry): void;
  go(entries: number): void;
  /** The current query of the address. */
  query(): URLSearchParams;
  /** Back was pressed: at most this many layers stay open. */
  closeLayers(layers: number): void;
  /** Forward was pressed: reopens what the address describes. */
  reopen(query: URLSearchParams): void;
  /** Where the map is now. */
  place(): MapPlace | null;
  /**
   * Back or Forward has led to another search's entry: restores its state.
   * @param place where the map was; null if the page was loaded since then, and only the address is
   * known
   */
  restore(query: URLSearchParams, place: MapPlace | null): Promise<void>;
}

/** Browsers block pages that change their address too often: Safari at a hundred times in thirty seconds. */
const PAUSE_MS = 400;

/**
 * Keeps the locator's address in sync with the picker's state. Each search has its own history
 * entry, and above it each layer open over the list (the filters, a card): Back closes the layers
 * one by one, then returns to the state before the search, then leaves the page.
 */
export class AddressBar {
  readonly #parts: AddressBarParts;
  #browsing: Browsing | null = null;
  #layers = 0;
  #entry: Entry;
  /** The search whose result is shown: that of the entry, or a new one that has none yet. */
  #search: number;
  /** Number of the picker's searches that have been noticed. */
  #noticed = 0;
  /** The state before a search that has no entry yet. */
  #before: Browsing | null = null;
  /** Where the map was last, by search. In memory only: places may hold the position of the shopper's device. */
  readonly #places = new Map<number, MapPlace | null>();
  /** Target entry of a pending `go`; nothing is written until it is reached. */
  #awaited: Entry | null;
  /** Whether another search's entry is being shown; nothing is written meanwhile. */
  #restoring = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param entry the history entry that the page is on, or was on before a reload
   * @param awaited the entry that an earlier bar was going to when it was destroyed; null if none
   */
  constructor(parts: AddressBarParts, entry: Partial<Entry>, awaited: Entry | null = null) {
    this.#parts = parts;
    this.#awaited = awaited;
    this.#entry = complete(entry);
    this.#search = this.#entry.search;
    // SvelteKit has cleared the state of a reloaded entry.
    if (awaited === null && this.#search + this.#entry.layers > 0)
      parts.replace(`?${parts.query()}`, this.#entry);
  }

  /**
   * @param layers number of layers open over the list
   * @param steps the shopper's searches until now
   */
  show(browsing: Browsing, layers: number, steps: Steps): void {
    if (steps.amount > this.#noticed) {
      this.#noticed = steps.amount;
      if (this.#search === this.#entry.search) {
        this.#before = this.#browsing;
        this.#places.set(this.#search, steps.before);
        this.#search++;
      }
    }
    this.#browsing = browsing;
    this.#layers = layers;
    if (this.#awaited !== null || this.#restoring) return;
    if (isSame(this.#entry, { search: this.#search, layers })) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#write(), PAUSE_MS);
    } else this.#settle();
  }

  /** The browser has moved to another history entry, or to the one just written. */
  reached(state: Partial<Entry>): void {
    const entry = complete(state);
    const wentBackOurselves = this.#awaited !== null && isSame(this.#awaited, entry);
    if (isSame(entry, this.#entry) && !wentBackOurselves) return;
    const left = this.#entry.search;
    this.#entry = entry;
    this.#awaited = null;
    if (wentBackOurselves) return this.#settle();
    if (entry.search !== left) return void this.#restore(left);
    if (entry.layers === this.#layers) return this.#settle();
    if (entry.layers < this.#layers) this.#parts.closeLayers(entry.layers);
    else this.#parts.reopen(this.#parts.query());
  }

  /** @returns the entry that the bar is going to, for the next one; null if it isn't going anywhere */
  destroy(): Entry | null {
    clearTimeout(this.#timer);
    return this.#awaited;
  }

  /** @param left the search whose entry was left */
  async #restore(left: number): Promise<void> {
    const { search } = this.#entry;
    clearTimeout(this.#timer);
    this.#places.set(left, this.#parts.place());
    this.#search = search;
    this.#before = null;
    this.#restoring = true;
    try {
      await this.#parts.restore(this.#parts.query(), this.#places.get(search) ?? null);
    } catch (error) {
      console.warn('Could not restore the previous state.', error);
    }
    // Unless Back was pressed again meanwhile.
    if (this.#entry.search !== search) return;
    this.#restoring = false;
    this.#settle();
  }

  /** Adds or leaves history entries until there is one for the search, and above it one per layer. */
  #settle(): void {
    clearTimeout(this.#timer);
    const isNew = this.#search !== this.#entry.search;
    const remaining = isNew ? 0 : this.#layers;
    const { search, layers } = this.#entry;
    if (remaining < layers) {
      this.#awaited = { search, layers: remaining };
      return this.#parts.go(remaining - layers);
    }
    if (isNew) {
      // The view may have changed since the entry was written, and a card was closed by the search.
      this.#replace(this.#before && { ...this.#before, pointId: null });
      this.#before = null;
      this.#push({ search: this.#search, layers: 0 });
    }
    while (this.#entry.layers < this.#layers)
      this.#push({ search: this.#search, layers: this.#entry.layers + 1 });
    this.#write();
  }

  #push(entry: Entry): void {
    const browsing = this.#browsing;
    this.#entry = entry;
    // A search's own entry has no open layer.
    const shown = browsing !== null && entry.layers === 0 ? { ...browsing, pointId: null } : browsing;
    this.#parts.push(this.#address(shown), entry);
  }

  #write(): void {
    this.#replace(this.#browsing);
  }

  #replace(browsing: Browsing | null): void {
    const address = this.#address(browsing);
    if (address !== `?${this.#parts.query()}`) this.#parts.replace(address, this.#entry);
  }

  /** The present query if `browsing` is null. */
  #address(browsing: Browsing | null): string {
    const query = this.#parts.query();
    return `?${browsing === null ? query : writeBrowsing(browsing, query)}`;
  }
}

const complete = ({ search = 0, layers = 0 }: Partial<Entry>): Entry => ({ search, layers });

const isSame = (one: Entry, other: Entry) => one.search === other.search && one.layers === other.layers;
