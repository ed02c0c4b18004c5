import { createSubscriber } from 'svelte/reactivity';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { Point } from '#platform/point.ts';
import { toPointFilter, type PointRules } from '#filter/point-rules.ts';
import { m } from '../i18n/messages.ts';
import type { PointNetwork, ListReading } from '#network/point-network.ts';
import type { StoredPoint } from '#network/point-source.ts';

/** `opening`: the network is being opened; otherwise its own reading phase, `done` if it has nothing to read. */
export type Phase = 'opening' | ListReading['phase'];

/**
 * Screen reader announcement at the end of loading, with everything that the finished progress line
 * shows.
 */
export function announceEnd(onMap: number, rejected: number, failedPages: number): string {
  return [
    `${m.progress_done({ amount: onMap })}.`,
    rejected > 0 ? `${m.progress_set_aside({ amount: rejected })}.` : '',
    failedPages > 0 ? m.progress_failed_pages({ amount: failedPages }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Creating the first number formatter takes a slow phone 80 ms or more. This long after their points have come, the pins are drawn. */
const ANNOUNCED_AFTER_POINTS_MS = 300;
/** Delay of the work that follows the first pins, in a view without any. */
export const WITHOUT_PINS_MS = 2_500;

/** The network that shoppers choose from, with its loading state and announcements. */
export class NetworkState {
  /** Whether the network has reported a change: then its first points are drawn. */
  drawn = $state(false);
  /** Error because of which the requested filter isn't applied; otherwise null. */
  filterError: unknown = $state.raw(null);
  /** Next announcement for assistive technology. */
  announcement = $state('');
  /** Error because of which there is no network, or a point of it can't be looked up; otherwise null. */
  failure: unknown = $state.raw(null);

  readonly #open: () => Promise<PointNetwork>;
  readonly #onversion: () => void;
  #network: PointNetwork | null = $state.raw(null);
  /** Subscribes the current reader (an effect or a template) to changes of the network. */
  #subscribe = () => {};
  /** How often a filter was set: only the last one may report whether it is applied. */
  #filterChanges = 0;
  readonly #closing = new AbortController();

  /**
   * @param open opens the network; called again if that failed
   * @param onversion called when another version of a whole network has replaced the current one: points
   * may be gone
   */
  constructor(open: () => Promise<PointNetwork>, onversion: () => void) {
    this.#open = open;
    this.#onversion = onversion;
  }

  /** null until it is opened. Reactive: effects and templates that read it rerun whenever the network changes. */
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

  /** Whether there are no points at all. A filter without matches doesn't count: the list explains that case better. */
  get isEmpty(): boolean {
    const { phase, network } = this;
    return phase === 'done' && network?.count === 0 && !network.reading?.failedPages.length;
  }

  /** Whether points may still arrive. */
  get isGrowing(): boolean {
    return this.phase === 'reading' || this.phase === 'missing';
  }

  get failedAtOnce(): boolean {
    return this.phase === 'failed' && this.size === 0;
  }

  /** Aborted when the picker is destroyed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Opens the network, or retries failed requests. Resolves when that is done; never rejects. */
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
    await this.#network?.renew();
  }

  /**
   * Restricts the network to what matches. If a filter fails to load, the previous one stays, and `filterError` is set.
   * @param allowed the shop's own restrictions
   */
  filter(rules: PointRules, allowed: PickerConfig): void {
    const network = this.#network;
    const filter = toPointFilter(rules, allowed);
    // Without any filter there is no need to redraw: the first pins are about to be drawn.
    if (network === null || (filter === null && this.#filterChanges === 0)) return;
    const change = ++this.#filterChanges;
    network.setFilter(filter);
    const report = (error: unknown) => {
      if (change === this.#filterChanges) this.filterError = error;
    };
    void network.ready.then(() => report(null), report);
  }

  /** Fetches the items of some points; items that fail are omitted. */
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
    const announce = () => {
      if (!this.signal.aborted && this.announcement === '') this.#announceEnd(network);
    };
    const timer = setTimeout(announce, WITHOUT_PINS_MS);
    const stopWaiting = network.onchange(() => {
      stopWaiting();
      clearTimeout(timer);
      setTimeout(announce, ANNOUNCED_AFTER_POINTS_MS);
    });
  }

  /**
   * For a published network, the operator sees the set-aside items at /network; they are of no use
   * to a shopper.
   */
  #announceEnd({ reading }: PointNetwork): void {
    const notPlaced = Object.values(reading?.rejected ?? {}).reduce((sum, count) => sum + count, 0);
    this.announcement = announceEnd(this.size, notPlaced, reading?.failedPages.length ?? 0);
  }
}
