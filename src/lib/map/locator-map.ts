import type { Position } from '#network/distance.ts';
import type { Bounds, PointSource, StoredPoint } from '#network/point-source.ts';

/** An online tile layer over the offline base map, if configured. */
export interface TileSettings {
  url: string;
  attribution: string;
  subdomains: string;
  maximumZoom: number;
}

export interface MapView extends Position {
  zoom: number;
}

export interface LocatorMapOptions {
  element: HTMLElement;
  store: PointSource;
  /** A view, or bounds to fit. */
  start: MapView | Bounds;
  tiles: TileSettings | null;
  /** Whether the land below the points is expected at once (cached): the points are shown together with it then. */
  landFirst: boolean;
  /** `cooperative`: one-finger drags and the plain wheel scroll the page around the map. */
  gestures: 'greedy' | 'cooperative';
  /** undefined: nothing can be opened from the map. */
  listener?: MapListener;
  /** Called when the view has come to rest. */
  onmove?: (view: MapView, bounds: Bounds) => void;
  /** Texts, most of them for assistive technology. */
  labels: MapLabels;
}

/** Follows what is pressed and hovered on the map. */
export interface MapListener {
  /** Called with the clicked point, or all points of a clicked stack. */
  openPressed(points: readonly StoredPoint[]): unknown;
  /** Set to the hovered or focused point, or all points of such a stack; to an empty list when it is left. */
  hoveredPins: readonly StoredPoint[];
}

export interface MapLabels {
  map: string;
  /** The sign behind which a small map has its credits. */
  credits: string;
  zoomIn: string;
  zoomOut: string;
  /** Of a pin that has no other name; never an id, which says nothing to people. */
  point: (point: StoredPoint) => string;
  stack: (count: number) => string;
  cluster: (count: number) => string;
  /** The count on a cluster's disc, four characters at most. */
  count: (count: number) => string;
  /** How to move the map if one finger scrolls the page. */
  twoFingers: () => string;
  /** How to zoom if the plain wheel scrolls the page. */
  wheel: () => string;
}

/** The position that the shopper's device reports. */
export interface Here extends Position {
  accuracyMetres: number;
}

/** Where distances are measured from. */
export interface OriginMark extends Here {
  /** The device's position, the place searched for, or a position that is only near that place. */
  kind: 'device' | 'place' | 'about';
}

export interface MarkedPoints {
  /** The point whose card is open. Its pin is always shown, in front of the cluster that contains it. */
  open: StoredPoint | null;
  /** The point whose row is hovered or focused. */
  hovered: StoredPoint | null;
  chosen: StoredPoint | null;
}

export interface LocatorMap {
  /** Redraws the store's points; cheap enough to call after each loaded page of points. */
  refresh(): void;
  /**
   * Loads the rest: the offline base map (only land until then), zoom buttons and credits. Called after the first pins, as on a
   * slow connection these would delay them.
   */
  complete(): void;
  mark(marks: MarkedPoints): void;
  /** Names the pins of single points for assistive technology, now and as they are drawn. */
  namePins(nameOf: (point: StoredPoint) => string): void;
  /** Marks where distances are measured from; null removes the mark. */
  showOrigin(origin: OriginMark | null): void;
  show(view: Partial<MapView>): void;
  /** The last zoom with content around a position: as deep as the map goes where there are streets, or while that isn't known. */
  lastZoomAt(position: Position): number;
  destroy(): void;
}

export const STREETS_FROM_ZOOM = 12;

/** Requests the manifest of the operator's streets. The map sends it in parallel with the code that draws them. */
export const requestStreets = (signal?: AbortSignal): Promise<Response> =>
  fetch('/streets/manifest.json', { signal: signal ?? null, priority: 'low' });
