import type { Point } from '../contract/point.ts';
import type { PointDetails } from '../contract/point-details.ts';
import type { CardContent, OpenedList } from '../card/card-content.ts';
import type { PickerConfig } from '../contract/picker-config.ts';
import { toPointFilter, type PointRules } from '../filter/point-rules.ts';
import { language, m } from '../i18n/messages.ts';
import type { Position } from '../network/distance.ts';
import type { PointSource, StoredPoint } from '../network/point-source.ts';
import type { Snapshot } from '../network/snapshot.ts';
import type { WalkProgress } from '../platform/list-points.ts';
import type { LiveList } from './live-list.ts';
import type { LookUpPoint } from './point-lookup.ts';
import { announceEnd, type Phase } from './announce-end.ts';
import type { ReadPage } from './read-page.ts';
import { createThrottle } from './throttle.ts';

/** What lies open beside the map. `from` is the list that a card was chosen from, for the way back. */
export type Opened =
  { kind: 'nothing' } | OpenedList | { kind: 'card'; stored: StoredPoint; from: OpenedList | null };

/** Ids that share fewer characters than this at their beginnings tell nothing of each other. */
const KIN_CHARACTERS = 2;

/** Offered in place of a point that is gone. */
const ALTERNATIVES = 5;

/** Drawing the map anew costs a frame or two: several times a second looks lively and leaves time for dragging. */
const REFRESH_INTERVAL_MS = 250;

/** A browser's first formatter of numbers takes a slow phone 80 ms: the first pins are drawn by then. */
const ANNOUNCED_AFTER_MS = 300;

const sumOf = (counts: readonly (readonly [string, number])[]) =>
  counts.reduce((sum, [, count]) => sum + count, 0);

/**
 * The state behind the picker: takes up the published network or reads the list, and opens points for a closer look.
 * What only one of these needs is brought along when it is needed: the first pins wait for nothing else.
 */
export class PickerState {
  /** The published network, with all that it can be asked; null while the list is read itself. Another object for each version of it. */
  network: Snapshot | null = $state.raw(null);
  /** What the map draws: the published network, or the list as it is read; null until it is known which. */
  source: PointSource | null = $state.raw(null);
  /** The source isn't reactive, for there may be a million points in it: this tells when it has changed. */
  version = $state(0);
  phase: Phase = $state('opening');
  /** When the published network was read from the platform; null while the list is read itself. */
  walkedAtMs: number | null = $state(null);
  /** Whether parts of the published network could not be had. */
  incomplete = $state(false);
  /** A copy taken now and then, because the walk's own changes with every page. */
  progress: WalkProgress | null = $state.raw(null);
  failedPages: readonly number[] = $state.raw([]);
  setAside: readonly (readonly [reason: string, count: number])[] = $state.raw([]);
  /** Why the walk ended early. */
  error: unknown = $state.raw(null);
  opened: Opened = $state.raw({ kind: 'nothing' });
  content: CardContent = $state.raw({ state: 'loading' });
  /** Ends when the card opened last has its content. */
  cardLoaded: Promise<void> = Promise.resolve();
  /** Why the filter asked for isn't in force. */
  filterError: unknown = $state.raw(null);
  /** How often another version of the published network has taken the place of the one in hand. */
  changedOver = $state(0);
  /** What assistive technology is told next. */
  announcement = $state('');

  readonly #readPage: ReadPage;
  readonly #openSnapshot: (() => Promise<Snapshot | null>) | undefined;
  /** Whether a filter has been asked for, ever. */
  #filtered = false;
  #live: LiveList | null = null;
  #lookUp: LookUpPoint | null = null;
  readonly #refresh = createThrottle(() => this.#publish(), REFRESH_INTERVAL_MS);
  #latestProgress: WalkProgress | null = null;
  #walk = new AbortController();
  #card = new AbortController();

  constructor(readPage: ReadPage, openSnapshot?: () => Promise<Snapshot | null>) {
    this.#readPage = readPage;
    this.#openSnapshot = openSnapshot;
  }

  get size(): number {
    void this.version;
    return this.source?.size ?? 0;
  }

  /** Takes up the published network; where there is none, or none that can be read, reads the list. */
  async load(): Promise<void> {
    if (this.#openSnapshot !== undefined && this.source === null) {
      const snapshot = await this.#openSnapshot().catch((error: unknown) => {
        console.warn('The published network can’t be read; reading the list instead.', error);
        return null;
      });
      if (this.#walk.signal.aborted) return snapshot?.close();
      if (snapshot !== null) return this.#takeUp(snapshot);
    }
    return this.#readList();
  }

  #takeUp(snapshot: Snapshot): void {
    this.#read(snapshot);
    this.#lookUp = (stored, signal) => snapshot.readItem(stored, signal);
    this.source = snapshot.source;
    this.phase = 'done';
    const { signal } = this.#walk;
    setTimeout(() => {
      if (!signal.aborted) this.announcement ||= announceEnd(this.size, 0, 0);
    }, ANNOUNCED_AFTER_MS);
    let { version } = snapshot;
    snapshot.onchange(() => {
      if (snapshot.version !== version) {
        version = snapshot.version;
        this.#read(snapshot);
        void this.#checkCard();
        this.changedOver++;
      }
      this.incomplete = snapshot.problems.length > 0;
      this.version++;
    });
  }

  /** What the list that is read itself has said of a point so far. */
  describe = (id: string): PointDetails | undefined => this.#live?.describe(id);

  #read(snapshot: Snapshot): void {
    // What was derived of the version before is derived anew.
    this.network = Object.create(snapshot) as Snapshot;
    this.walkedAtMs = Date.parse(snapshot.walkedAt);
    this.setAside = Object.entries(snapshot.setAside);
  }

  /** Looks the open card's point up in another version of the network: what is shown of it stays unless it is gone. */
  async #checkCard(): Promise<void> {
    const { opened } = this;
    if (opened.kind !== 'card') return;
    const isGone = (await this.tellIfGone(opened.stored.id, opened.stored)) !== null;
    if (!isGone && this.opened === opened && this.content.state === 'failed')
      this.cardLoaded = this.loadCard();
  }

  /** Asks again for the parts of the published network that could not be had. */
  retryParts(): void {
    this.network?.retry();
  }

  /** Reads the points again: the newest version of the published network, or the list. */
  async refresh(): Promise<void> {
    if (this.network !== null) {
      this.network.retry();
      await this.network.renew?.();
    } else if (this.phase !== 'opening') await this.#readList();
  }

  /** Reads the whole list; again from the beginning when it was begun before. Points already there stay. */
  async #readList(): Promise<void> {
    const { signal } = this.#begin('reading');
    this.failedPages = [];
    this.progress = null;
    this.announcement = m.progress_starting();
    try {
      const live = (this.#live ??= new (await import('./live-list.ts')).LiveList(this.#readPage));
      if (signal.aborted) return;
      this.#lookUp = live.lookUp;
      this.source = live.source;
      const failedPages = await live.readAll(signal, (progress) => {
        this.#latestProgress = progress;
        this.#refresh.request();
      });
      if (!signal.aborted) this.#end(failedPages);
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.phase = 'failed';
      this.#refresh.flush();
    }
  }

  /** Reads the pages again that failed. */
  async loadMissing(): Promise<void> {
    if (this.#live === null) return;
    const { signal } = this.#begin('missing');
    const stillMissing = await this.#live.readMissing(this.failedPages, signal, () =>
      this.#refresh.request(),
    );
    if (!signal.aborted) this.#end(stillMissing);
  }

  /** Opens a pressed point, or the list of those that stand at one spot. */
  press(points: readonly StoredPoint[]): void {
    const [only] = points;
    if (only === undefined) return;
    if (points.length === 1) this.openCard(only, null);
    else this.openList({ kind: 'stack', points });
  }

  openList(list: OpenedList): void {
    this.#card.abort();
    this.opened = list;
  }

  openCard(stored: StoredPoint, from: OpenedList | null): void {
    this.opened = { kind: 'card', stored, from };
    this.cardLoaded = this.loadCard();
  }

  /**
   * Draws and counts only what matches. A filter that can't be had leaves the one before in force, and says why.
   * @param allowed what the shop offers at all
   */
  filter(rules: PointRules, allowed: PickerConfig): void {
    const { network } = this;
    const wanted = toPointFilter(rules, allowed);
    // Without one nothing is to be drawn anew: the first pins are on their way.
    if (network === null || (wanted === null && !this.#filtered)) return;
    this.#filtered = true;
    network.setFilter(wanted);
    void network.ready.then(
      () => {
        this.filterError = null;
        this.version++;
      },
      (error: unknown) => (this.filterError = error),
    );
  }

  /** The items of some points; those that can't be had are left out. */
  async readItems(points: readonly StoredPoint[]): Promise<Point[]> {
    const { signal } = this.#walk;
    const items = await Promise.all(
      points.map(async (stored) => (await this.#lookUp?.(stored, signal).catch(() => null)) ?? null),
    );
    return items.filter((item) => item !== null);
  }

  /**
   * Opens a point that an address or a shop's order names. One that is gone is said to be gone, with what is nearest instead.
   * @param near where to look for alternatives; null: where points with such ids are
   * @param otherwise where to look for them when there are none
   * @returns the point, to be shown on the map; null when it is gone or can't be looked up
   */
  async openById(id: string, near: Position | null, otherwise: Position): Promise<StoredPoint | null> {
    const { signal } = this.#walk;
    try {
      const stored = (await this.network?.findById(id, signal)) ?? this.source?.find(id) ?? null;
      if (stored !== null) this.openCard(stored, null);
      else {
        const there = near ?? (await this.#findKin(id, signal)) ?? otherwise;
        this.openList(await this.#findInstead(id, there));
      }
      return stored;
    } catch (error) {
      if (!signal.aborted) this.error = error;
      return null;
    }
  }

  /** The point whose id begins most like this one: networks number a city's points alike. */
  async #findKin(id: string, signal: AbortSignal): Promise<StoredPoint | null> {
    for (let length = id.length - 1; length >= KIN_CHARACTERS; length--) {
      const [kin] = (await this.network?.findIds(id.slice(0, length), 1, signal)) ?? [];
      if (kin !== undefined) return (await this.network?.findById(kin, signal)) ?? null;
    }
    return null;
  }

  /**
   * Looks whether a point is still in the network. One that is gone is said to be gone, unless something else lies open.
   * @returns what is nearest instead; null when it isn't gone, or can't be looked up
   */
  async tellIfGone(id: string, near: Position): Promise<readonly StoredPoint[] | null> {
    const { signal } = this.#walk;
    try {
      if (this.network === null || (await this.network.findById(id, signal)) !== null) return null;
      const list = await this.#findInstead(id, near);
      const { opened } = this;
      if (opened.kind === 'nothing' || (opened.kind === 'card' && opened.stored.id === id))
        this.openList(list);
      return list.points;
    } catch {
      return null;
    }
  }

  async #findInstead(id: string, { latitude, longitude }: Position): Promise<OpenedList> {
    const near = { latitude, longitude };
    const found = await this.network?.nearest(near, ALTERNATIVES, { signal: this.#walk.signal });
    return { kind: 'gone', id, near, points: found?.points.map(({ point }) => point) ?? [] };
  }

  /** Reads the item of the open card. */
  async loadCard(): Promise<void> {
    if (this.opened.kind !== 'card') return;
    this.#card.abort();
    this.#card = new AbortController();
    const { signal } = this.#card;
    this.content = { state: 'loading' };
    try {
      const [{ describePoint }, point] = await Promise.all([
        import('../contract/point-details.ts'),
        this.#lookUp?.(this.opened.stored, signal) ?? null,
      ]);
      if (signal.aborted) return;
      if (point === null) {
        this.content = { state: 'moved' };
        return;
      }
      const details = describePoint(point, language);
      this.content = { state: 'loaded', point, details };
      this.announcement = m.card_loaded({ name: details.name });
    } catch (error) {
      if (!signal.aborted) this.content = { state: 'failed', error };
    }
  }

  close(): void {
    this.#card.abort();
    this.opened = { kind: 'nothing' };
  }

  destroy(): void {
    this.#walk.abort();
    this.#card.abort();
    this.#refresh.cancel();
    this.network?.close();
  }

  #begin(phase: Phase): AbortController {
    this.#walk.abort();
    this.#walk = new AbortController();
    this.phase = phase;
    this.error = null;
    return this.#walk;
  }

  #end(failedPages: readonly number[]): void {
    this.failedPages = failedPages;
    this.phase = 'done';
    this.#refresh.flush();
    this.announcement = announceEnd(this.size, sumOf(this.setAside), failedPages.length);
  }

  #publish(): void {
    this.progress = this.#latestProgress && { ...this.#latestProgress };
    this.setAside = this.#live?.setAside ?? [];
    this.version++;
  }
}
