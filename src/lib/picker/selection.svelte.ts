import type { CardContent, OpenedList } from '../card/card-content.ts';
import type { Point } from '../contract/point.ts';
import { language, m } from '../i18n/messages.ts';
import { distanceMetres, type Position } from '../network/distance.ts';
import type { StoredPoint } from '../network/point-source.ts';
import { afterPaint } from '../ui/paint.ts';
import type { MapViewState } from './map-view.svelte.ts';
import type { NetworkState } from './network-state.svelte.ts';
import type { ChoiceHolder, ChoiceSource, OfferedPoint } from './picker-events.ts';

/** What lies open beside the map. `from` is the list that a card was chosen from, for the way back. */
export type Opened =
  | { kind: 'nothing' }
  | OpenedList
  | { kind: 'card'; stored: StoredPoint; from: OpenedList | null };

/** Something that had the focus. */
type Focusable = Pick<HTMLElement, 'focus' | 'isConnected'>;

const NOTHING: Opened = { kind: 'nothing' };

/** The point that lies open, the one that is chosen, and how the one becomes the other. */
export class Selection {
  opened: Opened = $state.raw(NOTHING);
  content: CardContent = $state.raw({ state: 'loading' });
  /** Whether the bar of the chosen point appears by the shopper's own hand. */
  justChosen = $state(false);

  readonly #points: NetworkState;
  readonly #map: Pick<MapViewState, 'from'>;
  readonly #holder: ChoiceHolder;
  /** The last point chosen here; the network may not have it at hand any more when its mark is to be drawn. */
  #lastChosen: StoredPoint | null = $state.raw(null);
  #source: ChoiceSource = 'map';
  /** Ends when the card opened last has its content. */
  #cardLoaded: Promise<void> = Promise.resolve();
  #card = new AbortController();
  /** What had the focus when something was opened: it goes back there. */
  #opener: Focusable | null = null;
  /** The point that the shop's page is being asked about: pressed twice, it is chosen once. */
  #asked: Point | null = null;

  /** @param map tells where distances are counted from */
  constructor(points: NetworkState, map: Pick<MapViewState, 'from'>, holder: ChoiceHolder) {
    this.#points = points;
    this.#map = map;
    this.#holder = holder;
  }

  get isOpen(): boolean {
    return this.opened.kind !== 'nothing';
  }

  /** The point whose card lies open. */
  get open(): StoredPoint | null {
    return this.opened.kind === 'card' ? this.opened.stored : null;
  }

  /** Layers that a card, or the list it was chosen from, lies in. */
  get layers(): number {
    if (this.opened.kind === 'card' && this.opened.from !== null) return 2;
    return Number(this.isOpen);
  }

  get chosen(): OfferedPoint | null {
    return this.#holder.chosen;
  }

  get chosenId(): string | null {
    return this.chosen?.id ?? null;
  }

  /** The chosen point as the map knows it; null while it isn't at hand. */
  get chosenStored(): StoredPoint | null {
    const { chosenId } = this;
    if (chosenId === null) return null;
    if (this.#lastChosen?.id === chosenId) return this.#lastChosen;
    return this.#points.network?.source.find(chosenId) ?? null;
  }

  /** Opens pressed points: one, or the list of those that stand at one spot. @param opener what has the focus */
  press(points: readonly StoredPoint[], source: ChoiceSource, opener: Focusable | null): void {
    const [only] = points;
    if (only === undefined) return;
    this.#opener = opener;
    this.#source = source;
    if (points.length === 1) this.openCard(only, null);
    else this.openList({ kind: 'stack', points });
  }

  /** Opens the card of the chosen point. */
  showChosen(stored: StoredPoint, opener: Focusable | null): void {
    this.#opener = opener;
    this.openCard(stored, null);
  }

  openList(list: OpenedList): void {
    this.#card.abort();
    this.opened = list;
  }

  openCard(stored: StoredPoint, from: OpenedList | null): void {
    this.opened = { kind: 'card', stored, from };
    this.loadCard();
  }

  /**
   * Opens a point that an address or a shop's order names. One that is gone is said to be gone, with what is nearest instead.
   * @param near where to look for alternatives; null: where points with such ids are
   * @param otherwise where to look for them when there are none
   * @returns the point, to be shown on the map; null when it is gone or can't be looked up
   */
  async openById(id: string, near: Position | null, otherwise: Position): Promise<StoredPoint | null> {
    const { network, signal } = this.#points;
    if (network === null) return null;
    try {
      const stored = await network.findById(id, signal);
      if (stored !== null) this.openCard(stored, null);
      else {
        const { findInstead } = await import('./find-instead.ts');
        this.openList(await findInstead(network, id, near, otherwise, signal));
      }
      return stored;
    } catch (error) {
      if (!signal.aborted) this.#points.failure = error;
      return null;
    }
  }

  /**
   * Looks whether a point is still in the network. One that is gone is said to be gone, unless something else lies open.
   * @returns what is nearest instead; null when it isn't gone, or can't be looked up
   */
  async findReplacements(id: string, near: Position): Promise<readonly StoredPoint[] | null> {
    const { network, signal } = this.#points;
    try {
      if (!network?.whole || (await network.findById(id, signal)) !== null) return null;
      const { findInstead } = await import('./find-instead.ts');
      const list = await findInstead(network, id, near, near, signal);
      if (!this.isOpen || this.open?.id === id) this.openList(list);
      return list.points;
    } catch {
      return null;
    }
  }

  /** Looks the open card's point up in another version of the network: what is shown of it stays unless it is gone. */
  async checkCard(): Promise<void> {
    const { opened } = this;
    if (opened.kind !== 'card') return;
    const isGone = (await this.findReplacements(opened.stored.id, opened.stored)) !== null;
    if (!isGone && this.opened === opened && this.content.state === 'failed') this.loadCard();
  }

  /** Reads the item of the open card. */
  loadCard(): void {
    if (this.open !== null) this.#cardLoaded = this.#readCard(this.open);
  }

  async #readCard(stored: StoredPoint): Promise<void> {
    this.#card.abort();
    this.#card = new AbortController();
    const { signal } = this.#card;
    this.content = { state: 'loading' };
    try {
      const [{ describePoint }, point] = await Promise.all([
        import('../contract/point-details.ts'),
        this.#points.network?.readItem(stored, signal) ?? null,
      ]);
      if (signal.aborted) return;
      if (point === null) {
        this.content = { state: 'moved' };
        return;
      }
      const details = describePoint(point, language, stored.timeZone);
      this.content = { state: 'loaded', point, details };
      this.#points.announcement = m.card_loaded({ name: details.name });
    } catch (error) {
      if (!signal.aborted) this.content = { state: 'failed', error };
    }
  }

  close(): void {
    this.#card.abort();
    this.opened = NOTHING;
  }

  /** @returns whether what had the focus before is still there, and has it again */
  returnFocus(): boolean {
    const opener = this.#opener;
    this.#opener = null;
    if (!opener?.isConnected) return false;
    opener.focus({ preventScroll: true });
    return true;
  }

  /** Chooses the open point once its item is there. @returns as `choose` */
  async chooseWhenLoaded(): Promise<string | null> {
    const loaded = this.#cardLoaded;
    await loaded;
    // Another card may have been opened meanwhile.
    if (this.#cardLoaded !== loaded || this.content.state !== 'loaded') return null;
    return this.choose(this.content.point);
  }

  /**
   * Asks the page around, and makes the choice if it agrees.
   * @returns the point's name; null where it isn't chosen
   */
  async choose(point: Point): Promise<string | null> {
    if (this.#asked === point) return null;
    this.#asked = point;
    const { opened, content } = this;
    const source = this.#source;
    const { from } = this.#map;
    const offered: OfferedPoint =
      from === null ? point : { ...point, distanceMetres: distanceMetres(from, point.coordinates) };
    await afterPaint();
    try {
      const accepted = (await this.#holder.onselect?.(offered, source)) ?? true;
      // Of two that are asked about at once, the one pressed last counts.
      if (!accepted || this.#asked !== point) return null;
    } finally {
      if (this.#asked === point) this.#asked = null;
    }
    // The shop takes its time: another card may have been opened, which stays open and lends neither its name nor its mark.
    const looksElsewhere = this.opened !== opened && this.isOpen;
    this.justChosen = !looksElsewhere;
    if (opened.kind === 'card') this.#lastChosen = opened.stored;
    this.#holder.chosen = offered;
    const name = content.state === 'loaded' ? content.details.name : point.id;
    this.#points.announcement = m.chosen_announce({ name });
    if (!looksElsewhere) this.close();
    this.#holder.onchoose?.(offered, source);
    return name;
  }

  undo(): void {
    this.#holder.chosen = null;
    this.#points.announcement = m.chosen_undone();
    this.#holder.onchoose?.(null, 'undo');
  }

  destroy(): void {
    this.#card.abort();
  }
}
