import type { Here, LocatorMap, MapView } from '../map/locator-map.ts';
import { findZoomAlone } from '../map/zoom-alone.ts';
import { distanceMetres, type Position } from '../network/distance.ts';
import type { Bounds, PointSource, StoredPoint } from '../network/point-source.ts';
import { isCovered, offsetCentre } from './pan-clear-of-sheet.ts';
import { boundsAround, hasHeight, viewOfStart, type MapStart } from './start-view.ts';

/** Near enough to tell points apart. */
const CLOSE_ZOOM = 15;
/** Views that differ by less are one: a window that changes its size moves the middle by parts of a pixel. */
const SAME_METRES = 1;

/** Where the map stands in the page. */
export interface MapSurface {
  heightPx(): number;
  /** How much of the map a sheet covers from below; nothing where it stands beside the map. */
  coveredPx(): number;
  /** @returns whether the map could take the focus: it can't while a low window leaves it out */
  focus(): boolean;
}

/** What the map shows, and the place that distances are counted from. */
export class MapViewState {
  view: MapView = $state.raw({ latitude: 0, longitude: 0, zoom: 0 });
  /** null until the map has come to rest. */
  bounds: Bounds | null = $state.raw(null);
  /** Whether the view is another one than the map began with by itself. */
  moved = $state(false);
  /** The place searched for: distances are counted from here; null: from the middle of the view. */
  from: Position | null = $state.raw(null);
  /** Where the shopper's device says it is, once that was asked. */
  here: Here | null = $state.raw(null);

  #start: MapStart;
  /** Whether it was told where to begin. */
  #directed = false;
  #surface: MapSurface | null = null;
  #map: Pick<LocatorMap, 'show'> | null = null;
  #atRest = false;
  /** What waits for the map to come to rest. */
  #wish: (() => void) | null = null;

  /**
   * @param start where the map begins, for as long as the network isn't known
   * @param moved whether that is the shopper's view of before
   */
  constructor(start: MapStart, moved: boolean, from: Position | null) {
    this.#start = start;
    this.view = viewOfStart(start);
    this.moved = moved;
    this.from = from;
  }

  /** Where a map that is built now begins. */
  get start(): MapStart {
    return this.bounds === null ? this.#start : this.view;
  }

  /** Where distances are counted from. */
  get origin(): Position {
    return this.from ?? this.view;
  }

  /** What counts as in view. A low window gives the list all its room: then there is no map to tell. */
  get inView(): Bounds {
    return hasHeight(this.bounds) ? this.bounds : boundsAround(this.view);
  }

  /** The network is known: where the map begins, unless it stands somewhere already, or is told to. */
  begin(start: MapStart): void {
    if (this.bounds !== null || this.#map !== null || this.#directed) return;
    this.#start = start;
    this.view = viewOfStart(start);
  }

  /** The map's element is in the page. @returns to be called when it goes away */
  mount(surface: MapSurface): () => void {
    this.#surface = surface;
    return () => {
      if (this.#surface === surface) this.#surface = this.#map = this.#wish = null;
    };
  }

  /** The map is built, at `start`. */
  build(map: Pick<LocatorMap, 'show'>): void {
    this.#map = map;
    this.#atRest = false;
  }

  /** The map has come to rest. */
  rest(view: MapView, bounds: Bounds): void {
    this.moved ||= this.bounds !== null && !isSame(this.view, view);
    this.view = view;
    this.bounds = bounds;
    this.#atRest = true;
    const wish = this.#wish;
    this.#wish = null;
    wish?.();
  }

  /** Distances are counted from here from now on; null: from the middle of the view. @param here where that is the shopper's own place */
  countFrom(position: Position | null, here: Here | null = null): void {
    this.from = position;
    this.here = here;
  }

  /** Moves the map there; one that isn't built yet will begin there. Nothing where the page has no map. */
  go(target: Partial<MapView>): void {
    this.#atRest = false;
    this.#wish = null;
    if (this.#map !== null) this.#map.show(target);
    else if (this.#surface !== null) {
      this.#directed = true;
      this.view = this.#start = { ...this.view, ...target };
    }
  }

  /** Brings a position into view, near enough to tell points apart. */
  panTo({ latitude, longitude }: Position): void {
    this.go({ latitude, longitude, zoom: Math.max(this.view.zoom, CLOSE_ZOOM) });
  }

  /** Brings a point into the middle of what the sheet leaves free, near enough to tell it from its neighbours. */
  show(point: StoredPoint, source: PointSource): void {
    if (this.#surface === null) return;
    const { latitude, longitude } = point;
    const zoom = findZoomAlone(source, point, Math.max(Math.round(this.view.zoom), CLOSE_ZOOM));
    this.go({ latitude: offsetCentre(latitude, zoom, this.#surface.coveredPx()), longitude, zoom });
  }

  /** Moves the map only if the sheet hides the point. */
  panClearOfSheet(point: StoredPoint): void {
    if (this.#surface === null) return;
    if (!this.#atRest || this.bounds === null) {
      this.#wish = () => this.panClearOfSheet(point);
      return;
    }
    const { latitude, longitude } = point;
    const coveredPx = this.#surface.coveredPx();
    if (!isCovered(latitude, this.bounds, this.#surface.heightPx(), coveredPx)) return;
    this.go({ latitude: offsetCentre(latitude, this.view.zoom, coveredPx), longitude });
  }

  /** @returns whether there is a map that could take the focus */
  focus(): boolean {
    return this.#surface?.focus() ?? false;
  }
}

const isSame = (one: MapView, other: MapView) =>
  one.zoom === other.zoom && distanceMetres(one, other) < SAME_METRES;
