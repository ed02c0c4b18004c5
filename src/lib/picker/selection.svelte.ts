import type { Around, CardContent, OpenedList } from '../card/card-content.ts';
import type { Point } from '#platform/point.ts';
import type { AllowedPoints } from '#filter/point-rules.ts';
import { language, m } from '../i18n/messages.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import type { StoredPoint } from '#network/point-source.ts';
import { afterPaint } from '../ui/paint.ts';
import type { NetworkState } from './network-state.svelte.ts';
import type { ChoiceHolder, ChoiceSource, OfferedPoint } from './picker-events.ts';

/** The sheet open beside the map. `from`: the list that a card was opened from, to return to. */
export type Opened =
  | { kind: 'nothing' }
  | OpenedList
  | { kind: 'card'; stored: StoredPoint; from: OpenedList | null };

type Focusable = Pick<HTMLElement, 'focus' | 'isConnected'>;

const NOTHING: Opened = { kind: 'nothing' };

/** The open point, the chosen point, and choosing the open one. */
export class Selection {
  opened: Opened = $state.raw(NOTHING);
  content: CardContent = $state.raw({ state: 'loading' });
  /** Whether the bar of the chosen point appears because the shopper has just chosen it. */
  justChosen = $state(false);

  readonly #points: NetworkState;
  readonly #map: { readonly from: Position | null };
  readonly #holder: ChoiceHolder;
  /**
   * The last point chosen here; stored because the network may no longer have it when its mark is
   * drawn.
   */
  #lastChosen: StoredPoint | null = $state.raw(null);
  #source: ChoiceSource = 'map';
  /** Resolves when the last opened card has its content. */
  #cardLoaded: Promise<void> = Promise.resolve();
  #card = new AbortController();
  /** Focused element when something was opened: it gets the focus back. */
  #opener: Focusable | null = null;
  /** The point that the shop's page is currently being asked about: a second press is ignored. */
  #pendingPoint: Point | null = null;

  /** @param map provides the origin of distances */
  constructor(points: NetworkState, map: { readonly from: Position | null }, holder: ChoiceHolder) {
    this.#points = points;
    this.#map = map;
    this.#holder = holder;
  }

  get isOpen(): boolean {
    return this.opened.kind !== 'nothing';
  }

  /** The point whose card is open. */
  get open(): StoredPoint | null {
    return this.opened.kind === 'card' ? this.opened.stored : null;
  }

  /** Number of open layers: 2 for a card opened from a list, which can be returned to. */
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

  /** The chosen point as stored for the map; null while it isn't loaded. */
  get chosenStored(): StoredPoint | null {
    const { chosenId } = this;
    if (chosenId === null) return null;
    if (this.#lastChosen?.id === chosenId) return this.#lastChosen;
    return this.#points.network?.source.find(chosenId) ?? null;
  }

  /** Opens pressed points: the card of one, or the list of several at one spot. @param opener the focused element */
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
   * Opens a point named by an address or a shop's order. If it is gone, opens a list that says so, with
   * the nearest alternatives.
   * @param near where to look for alternatives; null for none, unless the missing point was the chosen
   * one, whose position is known
   * @returns the point, to be shown on the map; null if it is gone or can't be looked up
   */
  async openById(id: string, near: Around | null): Promise<StoredPoint | null> {
    const { network, signal } = this.#points;
    if (network === null) return null;
    try {
      const stored = await network.findById(id, signal);
      if (stored !== null) this.openCard(stored, null);
      else {
        const { findInstead } = await import('./find-instead.ts');
        const was = this.chosen?.id === id ? this.chosen.coordinates : null;
        this.openList(await findInstead(network, id, was ? { ...was, kind: 'point' } : near, signal));
      }
      return stored;
    } catch (error) {
      if (!signal.aborted) this.#points.failure = error;
      return null;
    }
  }

  /**
   * Checks whether a point is still in the network. If it is gone, opens the list of alternatives, unless something else is open.
   * @returns the nearest alternatives; null if it isn't gone, or can't be looked up
   */
  async findReplacements(
    id: string,
    { latitude, longitude }: Position,
  ): Promise<readonly StoredPoint[] | null> {
    const { network, signal } = this.#points;
    try {
      if (!network?.whole || (await network.findById(id, signal)) !== null) return null;
      const { findInstead } = await import('./find-instead.ts');
      const list = await findInstead(network, id, { latitude, longitude, kind: 'point' }, signal);
      if (!this.isOpen || this.open?.id === id) this.openList(list);
      return list.points;
    } catch {
      return null;
    }
  }

  /** Checks the open card's point in another version of the network: the card stays unless the point is gone. */
  async checkCard(): Promise<void> {
    const { opened } = this;
    if (opened.kind !== 'card') return;
    const isGone = (await this.findReplacements(opened.stored.id, opened.stored)) !== null;
    if (!isGone && this.opened === opened && this.content.state === 'failed') this.loadCard();
  }

  /** Fetches the item of the open card. */
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
        import('#contract/point-details.ts'),
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

  /** @returns whether the previously focused element still exists, and has the focus again */
  returnFocus(): boolean {
    const opener = this.#opener;
    this.#opener = null;
    if (!opener?.isConnected) return false;
    opener.focus({ preventScroll: true });
    return true;
  }

  /**
   * Chooses the open point once its item is loaded, unless the shop rules it out, which its card
   * explains. @returns as `choose`
   */
  async chooseWhenLoaded(allowed: AllowedPoints): Promise<string | null> {
    const loaded = this.#cardLoaded;
    const [rules] = await Promise.all([import('#filter/evaluate-point.ts').catch(() => null), loaded]);
    // Cancel if another card was opened meanwhile.
    if (this.#cardLoaded !== loaded || this.content.state !== 'loaded') return null;
    const { point, details } = this.content;
    return (rules?.isRefused(details, allowed) ?? true) ? null : this.choose(point);
  }

  /**
   * Asks the surrounding page, and makes the choice if it accepts.
   * @returns the point's name; null if it isn't chosen
   */
  async choose(point: Point): Promise<string | null> {
    if (this.#pendingPoint === point) return null;
    this.#pendingPoint = point;
    const { opened, content } = this;
    const source = this.#source;
    const { from } = this.#map;
    const offered: OfferedPoint =
      from === null ? point : { ...point, distanceMetres: distanceMetres(from, point.coordinates) };
    await afterPaint();
    try {
      const accepted = (await this.#holder.mayChoose?.(offered, source)) ?? true;
      if (!accepted) return null;
    } finally {
      if (this.#pendingPoint === point) this.#pendingPoint = null;
    }
    // The shop may respond late: another card opened meanwhile stays open, and its name and point aren't used for the choice.
    const looksElsewhere = this.opened !== opened && this.isOpen;
    this.justChosen = !looksElsewhere;
    if (opened.kind === 'card') this.#lastChosen = opened.stored;
    this.#holder.chosen = offered;
    const name = content.state === 'loaded' ? content.details.name : point.id;
    this.#points.announcement = m.chosen_announce({ name });
    if (!looksElsewhere) this.close();
    this.#holder.onchoose?.(offered);
    return name;
  }

  undo(): void {
    this.#holder.chosen = null;
    this.#points.announcement = m.chosen_undone();
    this.#holder.onchoose?.(null);
  }

  destroy(): void {
    this.#card.abort();
  }
}
