import { tick } from 'svelte';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { PointDetails } from '#contract/point-details.ts';
import { CHOICES } from '#contract/picker-names.ts';
import type { Point } from '#platform/point.ts';
import { NO_RULES } from '#filter/point-rules.ts';
import type { RecentPick } from '../find/recent-picks.ts';
import type { MapListener, MapView } from '../map/locator-map.ts';
import type { Position } from '#network/distance.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { StoredPoint } from '#network/point-source.ts';
import { publicSettings } from '#config/built-settings.ts';
import { afterPaint } from '../ui/paint.ts';
import type { Browsing } from './browsing.ts';
import { MapViewState } from './map-view.svelte.ts';
import { NetworkState } from './network-state.svelte.ts';
import type { ChoiceSource, PartEvent, PickerPage, ReportEvent } from './picker-events.ts';
import { Panes } from './panes.svelte.ts';
import { PickerParts } from './picker-parts.svelte.ts';
import { type Shopper, Search } from './search.svelte.ts';
import { Selection } from './selection.svelte.ts';
import { chooseStart, readStartView, viewOfStart } from './start-view.ts';

/** The members of the tools that other parts use. */
interface PickerTools {
  focusFilters(): void;
  findNearMe(): void;
  storePick(pick: RecentPick): void;
  /** Reactive. */
  listRecent(): readonly RecentPick[];
}

/** The members of the list that other parts use. */
interface ListPart {
  takeFocus(): void;
  /** Reactive. */
  detailsOf(id: string): PointDetails | null;
}

/** State of the picker: the state of its parts, and how an action in one part affects the others. */
export class PickerState implements MapListener {
  readonly parts = new PickerParts();
  readonly points: NetworkState;
  readonly selection: Selection;
  readonly map: MapViewState;
  readonly search: Search;
  readonly panes: Panes;
  /** Point of the row that is hovered or focused: its pin is marked. */
  hovered: StoredPoint | null = $state.raw(null);
  /** Id of the chosen point that the shopper is replacing; its bar is hidden meanwhile. */
  replacedId: string | null = $state(null);
  /** Points of the pin that is hovered or focused: their rows are marked. */
  hoveredPins: readonly StoredPoint[] = $state.raw([]);

  /** Parts that can take the focus, while they are mounted. */
  tools: PickerTools | undefined = $state.raw();
  list: ListPart | undefined = $state.raw();
  sheet: HTMLElement | null = $state.raw(null);

  readonly #page: PickerPage;
  /** View named by the address or the shop; null if there is none. */
  readonly #named: MapView | null;

  /** Reports the shopper's actions since the shop's last address was shown. */
  #shopper: Shopper;
  /** The shop's address that was last searched for. */
  #address = '';
  /** Number of addresses searched for so far: only the answer to the last one counts. */
  #turn = 0;

  constructor(page: PickerPage) {
    const { browsing, config } = page;
    const report: ReportEvent = (event) => this.#follow(event);
    this.#page = page;
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read once
    this.#named = browsing?.view ?? readStartView(new URLSearchParams(), config);
    this.points = new NetworkState(page.open, () => void report({ type: 'version' }));
    this.map = new MapViewState(this.chooseStart(null), this.#named !== null, browsing?.from ?? null);
    this.selection = new Selection(this.points, this.map, page.choice);
    this.search = new Search(
      { points: this.points, map: this.map, config: () => page.config, report },
      browsing?.text ?? '',
    );
    this.panes = new Panes(report, browsing?.rules ?? NO_RULES);
    this.#shopper = this.#watchShopper();
  }

  /** Updates the other parts after an event of one of them; forwards all other events to the page. */
  #follow(event: PartEvent): Promise<void> | void {
    switch (event.type) {
      case 'version':
        void this.selection.checkCard();
        return this.checkChosen();
      case 'found':
        this.#press([event.stored], 'search');
        return this.#showOnMap(event.stored);
      case 'elsewhere':
        if (this.selection.isOpen) this.selection.close();
        if (this.panes.filtering) void this.parts.filters.load();
        return;
      case 'filters-done':
        return this.#focusList();
      case 'filters-left':
        return this.tools?.focusFilters();
      default:
        this.#page.onevent?.(event);
    }
  }

  get config(): PickerConfig {
    return this.#page.config;
  }

  /** Which of list and map the shop wants to show. */
  get view() {
    return this.config.view ?? CHOICES.view[0];
  }

  /** Number of layers open over the list, for Back to close. */
  get layers(): number {
    return this.selection.layers + Number(this.panes.filtering);
  }

  /** Opens the network, then the place or point that the address or the shop's settings name. */
  async begin(): Promise<void> {
    const shopper = (this.#shopper = this.#watchShopper());
    await this.points.load();
    const { browsing } = this.#page;
    if (browsing !== undefined) {
      await this.reopen(browsing, shopper);
      // The point may have been restored before the network was known.
      return this.checkChosen();
    }
    this.#address = addressOf(this.config);
    if (this.config.latitude === undefined) await this.#findAddress(shopper);
  }

  /**
   * @returns whether the shop's address was found; true as well if the shopper or a newer address leads
   * elsewhere by now
   */
  async #findAddress(shopper: Shopper): Promise<boolean> {
    const { address = '', postalCode = '', city = '' } = this.config;
    const turn = ++this.#turn;
    if (`${address}${postalCode}${city}` === '') return false;
    const searches = () => turn !== this.#turn || shopper.searches();
    const isFound = await this.search.find({ text: address, postalCode, city }, { ...shopper, searches });
    if (!isFound) return searches();
    this.#shopper = this.#watchShopper();
    return true;
  }

  /** The shop's settings have changed: another address is shown, unless the shopper has chosen or searched by now. */
  async followAddress(): Promise<void> {
    const { config, points, search, selection, map } = this;
    const shopper = this.#shopper;
    const address = addressOf(config);
    if (points.network === null || address === this.#address) return;
    if (selection.chosen !== null || shopper.searches()) return;
    this.#address = address;
    const { latitude, longitude, zoom } = config;
    if (latitude !== undefined && longitude !== undefined) {
      this.#turn++;
      return this.changePosition({ latitude, longitude }, zoom);
    }
    // A card near the previous address doesn't stay open.
    if (await this.#findAddress({ ...shopper, looks: () => false })) return;
    search.text = search.note = '';
    search.clear();
    selection.close();
    map.go(viewOfStart(this.chooseStart(points.network, null)));
    this.#shopper = this.#watchShopper();
  }

  /** Sets the map's start for a new network or version, unless the map is already built. */
  beginMap(network: PointNetwork): void {
    this.map.begin(this.chooseStart(network));
  }

  /**
   * Watches the shopper's actions: on a slow phone, pins can be pressed and the field typed in some
   * seconds before the first search has an answer.
   */
  #watchShopper(): Shopper {
    const { search, selection } = this;
    const { text, steps } = search;
    return {
      // A result that is still being shown, as of the last address, has written its text already.
      searches: () =>
        search.steps !== steps ||
        (search.text !== text && (search.text !== search.searched || search.text === '')),
      looks: () => selection.isOpen,
    };
  }

  /** Reopens what an address describes. */
  async reopen({ view, text, pointId }: Browsing, shopper?: Shopper): Promise<void> {
    if (pointId !== null) await this.showPoint(pointId, view === null);
    else if (text !== '' && view === null) await this.search.find({ text }, shopper);
  }

  /** Closes layers over the list, the innermost first, until at most `left` are open. */
  closeLayers(left: number): void {
    const { selection } = this;
    const { opened } = selection;
    const sheetLeft = Math.max(0, left - Number(this.panes.filtering));
    if (sheetLeft === 0 && selection.isOpen) void this.close();
    else if (sheetLeft < selection.layers && opened.kind === 'card' && opened.from !== null)
      selection.openList(opened.from);
    if (left === 0 && this.panes.filtering) void this.panes.leaveFilters();
  }

  /**
   * Opens the card of a point; if it is gone, the list of the nearest others.
   * @param centred whether to centre the map on it; otherwise the map moves only if the card hides the point
   * @returns whether the point exists
   */
  async showPoint(id: string, centred: boolean): Promise<boolean> {
    const isThere = await this.openNamed(id, centred);
    const { opened } = this.selection;
    if (!isThere && opened.kind === 'gone') await this.#emitGone(id, opened.points);
    return isThere;
  }

  /** The same, without an event for the surrounding page. */
  async openNamed(id: string, centred: boolean): Promise<boolean> {
    void this.parts.sheet.load();
    const stored = await this.selection.openById(id, this.map.around);
    if (stored !== null && centred) await this.#showOnMap(stored);
    return stored !== null;
  }

  /** @param network null while it isn't known @param named view named by the address or the shop; null for none */
  chooseStart(network: PointNetwork | null, named = this.#named) {
    return chooseStart(
      {
        named,
        countries: this.config.countries ?? [],
        operator: publicSettings.start,
        readTimeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      network,
    );
  }

  changePosition(position: Position, zoom?: number): void {
    // The origin is now the shop's position, not the shopper's own.
    this.map.countFrom({ ...position, exact: true });
    this.map.go({ ...position, ...(zoom === undefined ? {} : { zoom }) });
  }

  /** Opens the points pressed on the map or in the list. */
  async openPressed(points: readonly StoredPoint[], source: ChoiceSource = 'map'): Promise<void> {
    await afterPaint();
    this.#press(points, source);
    // A pressed pin is already visible.
    if (source === 'list' && points[0] !== undefined) await this.#showOnMap(points[0]);
  }

  async showChosen(stored: StoredPoint): Promise<void> {
    const opener = focused();
    await afterPaint();
    this.selection.showChosen(stored, opener);
    await this.#showOnMap(stored);
  }

  async choose(point: Point): Promise<void> {
    await this.#afterChoice(await this.selection.choose(point));
  }

  /**
   * Hides the bar of the chosen point, to choose another. The choice itself stays until then, so that it
   * isn't lost if the picker is closed.
   */
  async change(): Promise<void> {
    await afterPaint();
    this.replacedId = this.selection.chosenId;
    // Setting the focus forces layout: first paint that the bar is gone, for slow phones.
    await afterPaint();
    this.#focusList();
  }

  async close(): Promise<void> {
    this.selection.close();
    await tick();
    // The pin may have been redrawn meanwhile: then the map itself gets the focus.
    if (!this.selection.returnFocus()) this.#restoreFocus();
  }

  retryLoading(): void {
    // The pressed button is removed along with its notice.
    this.#restoreFocus();
    void this.points.load();
  }

  destroy(): void {
    this.selection.destroy();
    this.points.destroy();
  }

  #press(points: readonly StoredPoint[], source: ChoiceSource): void {
    // The row becomes inert, so no event reports that the mouse leaves it.
    this.hovered = null;
    void this.parts.sheet.load();
    this.selection.press(points, source, focused());
    if (this.config.confirm === 'immediate' && points.length === 1)
      void this.selection.chooseWhenLoaded(this.config).then((name) => this.#afterChoice(name));
  }

  /** @param name the chosen point's name; null if none was chosen */
  async #afterChoice(name: string | null): Promise<void> {
    const { chosenId } = this.selection;
    if (name === null || chosenId === null) return;
    this.replacedId = null;
    this.tools?.storePick({ id: chosenId, name });
    void this.parts.chosen.load();
    await tick();
    this.selection.justChosen = false;
  }

  /**
   * Checks the chosen point. If it is gone in this version of the network, shows a message and the
   * nearest alternatives.
   */
  async checkChosen(): Promise<void> {
    const { selection } = this;
    if (selection.chosen === null) return;
    const { id, coordinates } = selection.chosen;
    const instead = await selection.findReplacements(id, coordinates);
    if (instead === null) return;
    void this.parts.sheet.load();
    await this.#emitGone(id, instead);
  }

  async #emitGone(id: string, instead: readonly StoredPoint[]): Promise<void> {
    this.#page.onevent?.({ type: 'gone', id, alternatives: await this.points.readItems(instead) });
  }

  /**
   * Centres a point in the area that the card leaves free, zoomed in until its pin is drawn
   * separately.
   */
  async #showOnMap(stored: StoredPoint): Promise<void> {
    await tick();
    const { network } = this.points;
    if (network !== null) this.map.show(stored, network.source);
  }

  /** Moves the focus to the list, or to the map if there is no list. */
  #focusList(): void {
    if (this.list === undefined) this.#restoreFocus();
    else this.list.takeFocus();
  }

  /** Moves the focus to the map or the list when the focused element is gone. */
  #restoreFocus(): void {
    if (!this.map.focus()) this.list?.takeFocus();
  }
}

/** The shop's settings that decide where the map starts. */
const addressOf = ({ address, postalCode, city, countries, latitude, longitude }: PickerConfig) =>
  JSON.stringify([address, postalCode, city, countries, latitude, longitude]);

/** The focused element; null if there is none. */
function focused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}
