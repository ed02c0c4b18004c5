import type { SearchOrigin } from '#search/question.ts';
import type { Around } from '../card/card-content.ts';
import type { Here, LocatorMap, MapView } from '../map/locator-map.ts';
import { findZoomAlone } from '../map/zoom-alone.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import type { Bounds, PointSource, StoredPoint } from '#network/point-source.ts';
import { isCovered, offsetCentre } from './pan-clear-of-sheet.ts';
import { boundsAround, hasHeight, viewOfStart, type MapStart } from './start-view.ts';

/** Close enough to distinguish points. */
const CLOSE_ZOOM = 15;
/** Views that differ by less are equal: resizing the window moves the centre by fractions of a pixel. */
const SAME_METRES = 1;
/** A map that comes to rest this near to its target has reached it, and wasn't interrupted on the way. */
const REACHED_METRES = 100;

/** The map's element in the page. */
export interface MapSurface {
  heightPx(): number;
  /** Height of the map's lower part that a sheet covers; 0 if the sheet is beside the map. */
  coveredPx(): number;
  /** @returns whether the map took the focus: it can't while it is hidden in a low window */
  focus(): boolean;
}

/** The members of the map that are used here. */
export type MovableMap = Pick<LocatorMap, 'show' | 'lastZoomAt'>;

/** A searched place, as origin of distances. */
export interface Origin extends Position {
  /** Whether the position is that of the place; otherwise distances are approximate. */
  exact: boolean;
}

/** Where the map is, and where distances are measured from. It may hold the device's position, so it is never written anywhere. */
export interface MapPlace {
  view: MapView;
  from: Origin | null;
  here: Here | null;
  /** Whether the view follows from the position of the shopper's device. */
  followsDevice: boolean;
}

/** State of the map: its view, and the origin of distances. */
export class MapViewState {
  view: MapView = $state.raw({ latitude: 0, longitude: 0, zoom: 0 });
  /** null until the map has come to rest. */
  bounds: Bounds | null = $state.raw(null);
  /** Whether the view differs from the map's default start. */
  moved = $state(false);
  /** The searched place, as origin of distances; null: the centre of the view. */
  from: Origin | null = $state.raw(null);
  /** Position reported by the shopper's device, once requested. */
  here: Here | null = $state.raw(null);

  #start: MapStart;
  /** Whether a start was set by `go` before the map was built. */
  #directed = false;
  #surface: MapSurface | null = null;
  #map: MovableMap | null = null;
  #atRest = false;
  /** Where the map was last sent. */
  #target: Partial<MapView> | null = null;
  /**
   * Whether the view follows from the position of the shopper's device, even if the shopper has
   * moved it since.
   */
  #followsDevice = $state(false);
  /** Action to run when the map comes to rest. */
  #wish: (() => void) | null = null;

  /**
   * @param start start of the map until the network is known
   * @param moved whether it is a view named by the address or the shop
   */
  constructor(start: MapStart, moved: boolean, from: Origin | null) {
    this.#start = start;
    this.view = viewOfStart(start);
    this.moved = moved;
    this.from = from;
  }

  /** Start of a map that is built now. */
  get start(): MapStart {
    return this.bounds === null ? this.#start : this.view;
  }

  /**
   * The view to restore after a reload, or for others who open the address; null if there is none.
   * Never a view that follows from the device's position: after a pan it still has one of its
   * coordinates, after a zoom both.
   */
  get shareable(): MapView | null {
    return this.moved && !this.#followsDevice ? this.view : null;
  }

  /**
   * Whether the map is still moving to where it was sent. Not reactive: `view` changes when it has come
   * to rest.
   */
  get isMoving(): boolean {
    return !this.#atRest;
  }

  get place(): MapPlace {
    const { view, from, here } = this;
    return { view, from, here, followsDevice: this.#followsDevice };
  }

  /** Origin of distances; with the zoom if it is only the middle of what the map shows. */
  get origin(): SearchOrigin {
    return this.from ?? this.view;
  }

  /** The named or visited place to look for points around; null if the map is where it is by default. */
  get around(): Around | null {
    if (this.from !== null) return { ...this.from, kind: this.here === null ? 'place' : 'here' };
    return this.moved ? { ...this.view, kind: 'middle' } : null;
  }

  /** Bounding box that counts as in view. In low windows only the list is shown: then it is estimated, because there is no map. */
  get inView(): Bounds {
    return hasHeight(this.bounds) ? this.bounds : boundsAround(this.view);
  }

  /** Sets the start once the network is known, unless the map is already built or `go` has set one. */
  begin(start: MapStart): void {
    if (this.bounds !== null || this.#map !== null || this.#directed) return;
    this.#start = start;
    this.view = viewOfStart(start);
  }

  /** The map's element is mounted. @returns function to call when it is unmounted */
  mount(surface: MapSurface): () => void {
    this.#surface = surface;
    return () => {
      if (this.#surface === surface) this.#surface = this.#map = this.#wish = null;
    };
  }

  /** The map is built, at `start`. */
  build(map: MovableMap): void {
    this.#map = map;
    this.#atRest = false;
  }

  /** The map has come to rest. */
  rest(view: MapView, bounds: Bounds): void {
    // A map without a size has shown nothing yet.
    this.moved ||= hasHeight(this.bounds) && !isSame(this.view, view);
    this.view = view;
    this.bounds = bounds;
    this.#atRest = true;
    this.#noteIfReached();
    const wish = this.#wish;
    this.#wish = null;
    wish?.();
  }

  /** Sets the origin of distances; null: the centre of the view. @param here given if it is the shopper's own position */
  countFrom(origin: Origin | null, here: Here | null = null): void {
    this.from = origin;
    this.here = here;
  }

  /** Moves the map, or sets the start of one that isn't built yet. Does nothing if the page has no map. */
  go(target: Partial<MapView>): void {
    this.#atRest = false;
    this.#wish = null;
    this.#target = target;
    if (isAt(target, this.here)) this.#followsDevice = true;
    if (this.#map !== null) this.#map.show(target);
    else if (this.#surface !== null) {
      this.#directed = true;
      this.view = this.#start = { ...this.view, ...target };
      this.#noteIfReached();
    }
  }

  restore({ view, from, here, followsDevice }: MapPlace): void {
    this.countFrom(from, here);
    this.go(view);
    this.view = view;
    // A view near the device's position follows from it wherever the map comes to rest.
    if (followsDevice) this.#target = null;
    this.#followsDevice ||= followsDevice;
  }

  /** Moves the map no deeper than it has content. The shopper's own position is content: its circle says how accurate it is. */
  goToContent(target: MapView): void {
    const last = isAt(target, this.here) ? target.zoom : (this.#map?.lastZoomAt(target) ?? target.zoom);
    this.go({ ...target, zoom: Math.min(target.zoom, last) });
  }

  /** The view no longer follows from the device's position once the map has reached another target. */
  #noteIfReached(): void {
    const { latitude, longitude } = this.#target ?? {};
    if (latitude === undefined || longitude === undefined) return;
    if (distanceMetres(this.view, { latitude, longitude }) >= REACHED_METRES) return;
    if (!isAt({ latitude, longitude }, this.here)) this.#followsDevice = false;
    this.#target = null;
  }

  /** Centres the map on a position, zoomed in far enough to distinguish points. */
  panTo({ latitude, longitude }: Position): void {
    this.goToContent({ latitude, longitude, zoom: Math.max(this.view.zoom, CLOSE_ZOOM) });
  }

  /**
   * Centres a point in the area that the sheet leaves free, zoomed in far enough to distinguish it
   * from its neighbours, if the map has content there.
   */
  show(point: StoredPoint, source: PointSource): void {
    if (this.#surface === null) return;
    const { latitude, longitude } = point;
    const last = this.#map?.lastZoomAt(point) ?? CLOSE_ZOOM;
    const from = Math.max(Math.round(this.view.zoom), Math.min(CLOSE_ZOOM, last));
    // No deeper than there is something to see: the open point's pin is drawn in front of its cluster.
    const zoom = Math.max(from, Math.min(findZoomAlone(source, point, from), last));
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

  /** @returns whether there is a map and it took the focus */
  focus(): boolean {
    return this.#surface?.focus() ?? false;
  }
}

const isSame = (one: MapView, other: MapView) =>
  one.zoom === other.zoom && distanceMetres(one, other) < SAME_METRES;

const isAt = ({ latitude, longitude }: Partial<Position>, here: Here | null) =>
  here !== null && latitude === here.latitude && longitude === here.longitude;
