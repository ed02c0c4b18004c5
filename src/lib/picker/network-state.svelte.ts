import { createSubscriber } from 'svelte/reactivity';
import type { PickerConfig } from '../contract/picker-config.ts';
import type { Point } from '../contract/point.ts';
import { toPointFilter, type PointRules } from '../filter/point-rules.ts';
import { m } from '../i18n/messages.ts';
import type { PointNetwork, Reading } from '../network/point-network.ts';
import type { StoredPoint } from '../network/point-source.ts';

/** What the picker is doing: `opening` looks for the network; the others as it says itself, `done` where nothing has to be read. */
export type Phase = 'opening' | Reading['phase'];

/** What a screen reader says when loading has ended: everything the finished line shows. */
export function announceEnd(onMap: number, rejected: number, failedPages: number): string {
  return [
    `${m.progress_done({ amount: onMap })}.`,
    rejected > 0 ? `${m.progress_set_aside({ amount: rejected })}.` : '',
    failedPages > 0 ? m.progress_failed_pages({ amount: failedPages }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** A browser's first formatter of numbers takes a slow phone 80 ms: the first pins are drawn by then. */
const ANNOUNCED_AFTER_MS = 300;

/** The network that shoppers choose from: how far it is there, and what is said of that. */
export class NetworkState {
  /** Whether the network has told of a change: its first points are drawn then. */
  drawn = $state(false);
  /** Why the filter asked for isn't in force. */
  filterError: unknown = $state.raw(null);
  /** What assistive technology is told next. */
  announcement = $state('');
  /** Why there is no network, or why a point of it can't be looked up. */
  failure: unknown = $state.raw(null);

  readonly #open: () => Promise<PointNetwork>;
  readonly #onversion: () => void;
  #network: PointNetwork | null = $state.raw(null);
  /** Makes who reads the network read it again when it has changed. */
  #subscribe = () => {};
  /** Whether a filter has been asked for, ever. */
  #filtered = false;
  readonly #closing = new AbortController();

  /**
   * @param open opens the network; asked again where that failed
   * @param onversion another version of a whole network has taken the place of the one in hand: points may be gone
   */
  constructor(open: () => Promise<PointNetwork>, onversion: () => void) {
    this.#open = open;
    this.#onversion = onversion;
  }

  /** null until it is opened. What reads it, in an effect or for the page, does so again whenever the network has changed. */
  get network(): PointNetwork | null {
    const network = this.#network;
    this.#subscribe();
    return network;
  }

  get phase(): Phase {
    if (this.#network === null) return this.failure === null ? 'opening' : 'failed';
    return this.network?.reading?.phase ?? 'done';
  }

  /** Points on the map. */
  get size(): number {
    return this.network?.source.size ?? 0;
  }

  get error(): unknown {
    return this.failure ?? this.network?.reading?.error ?? null;
  }

  /** Whether there are no points at all. Not what a filter leaves empty: the list has more to say of that. */
  get isEmpty(): boolean {
    const { phase, network } = this;
    return phase === 'done' && network?.count === 0 && !network.reading?.failedPages.length;
  }

  get failedAtOnce(): boolean {
    return this.phase === 'failed' && this.size === 0;
  }

  /** Aborted when the picker goes away. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Opens the network, or reads again what of it could not be read. Ends when that is done; never rejects. */
  async load(): Promise<void> {
    this.failure = null;
    try {
      if (this.#network !== null) return await this.#network.reading?.resume();
      const network = await this.#open();
      if (this.signal.aborted) return network.close();
      this.#follow(network);
      await network.reading?.finished;
    } catch (error) {
      this.failure = error;
    }
  }

  /** Reads the points again: the newest version of the published network, or the list. */
  async refresh(): Promise<void> {
    this.#network?.retry();
    await this.#network?.renew?.();
  }

  /**
   * Draws and counts only what matches. A filter that can't be had leaves the one before in force, and says why.
   * @param allowed what the shop offers at all
   */
  filter(rules: PointRules, allowed: PickerConfig): void {
    const network = this.#network;
    const wanted = toPointFilter(rules, allowed);
    // Without one nothing is to be drawn anew: the first pins are on their way.
    if (network === null || (wanted === null && !this.#filtered)) return;
    this.#filtered = true;
    network.setFilter(wanted);
    void network.ready.then(
      () => (this.filterError = null),
      (error: unknown) => (this.filterError = error),
    );
  }

  /** The items of some points; those that can't be had are left out. */
  async readItems(points: readonly StoredPoint[]): Promise<Point[]> {
    const network = this.#network;
    const items = await Promise.all(
      points.map(async (stored) => (await network?.readItem(stored, this.signal).catch(() => null)) ?? null),
    );
    return items.filter((item) => item !== null);
  }

  destroy(): void {
    this.#closing.abort();
    this.#network?.close();
  }

  #follow(network: PointNetwork): void {
    let { version } = network;
    let phase: Phase = 'opening';
    const announcePhase = () => {
      if (this.phase === phase) return;
      phase = this.phase;
      if (phase === 'reading') this.announcement = m.progress_starting();
      if (phase === 'done' && network.reading !== null) this.#announceEnd(network);
    };
    network.onchange(() => {
      this.drawn = true;
      announcePhase();
      if (!network.whole || network.version === version) return;
      version = network.version;
      this.#onversion();
    });
    this.#subscribe = createSubscriber((update) => network.onchange(update));
    this.#network = network;
    announcePhase();
    if (network.reading !== null) return;
    setTimeout(() => {
      if (!this.signal.aborted && this.announcement === '') this.#announceEnd(network);
    }, ANNOUNCED_AFTER_MS);
  }

  /** Of a published network /network tells the operator what was set aside: to a shopper it says nothing. */
  #announceEnd({ reading, rejected }: PointNetwork): void {
    const notPlaced = Object.values(reading === null ? {} : rejected).reduce((sum, count) => sum + count, 0);
    this.announcement = announceEnd(this.size, notPlaced, reading?.failedPages.length ?? 0);
  }
}
