import type { Bounds, PointSource, StoredPoint } from '../network/point-source.ts';

/** An online tile layer over the offline base map; off unless configured. */
export interface TileSettings {
  url: string;
  attribution: string;
  subdomains: string;
  maximumZoom: number;
}

export interface MapView {
  latitude: number;
  longitude: number;
  zoom: number;
}

export interface LocatorMapOptions {
  element: HTMLElement;
  store: PointSource;
  /** A view, or a box that is to be seen whole. */
  start: MapView | Bounds;
  tiles: TileSettings | null;
  /** Whether the land below the points is at hand: they are shown with it then, and not before. */
  landFirst: boolean;
  /** `cooperative`: the page around the map scrolls; one finger and the wheel alone are the page's. */
  gestures: 'greedy' | 'cooperative';
  /** One point, or all the points of a stack, that the shopper pressed. */
  onpress: (points: readonly StoredPoint[]) => void;
  /** The point, or all the points of a stack, that the mouse is over or the focus on; none when it has left them. */
  onhover?: (points: readonly StoredPoint[]) => void;
  /** The view came to rest. */
  onmove?: (view: MapView, bounds: Bounds) => void;
  /** Words for assistive technology. */
  labels: MapLabels;
}

export interface MapLabels {
  map: string;
  zoomIn: string;
  zoomOut: string;
  point: (type: string, id: string) => string;
  stack: (count: number) => string;
  cluster: (count: number) => string;
  /** What stands in a disc, in four characters at most; `cluster` says it too. */
  count: (count: number) => string;
  /** How to move the map where one finger scrolls the page. */
  twoFingers: () => string;
  /** How to zoom where the wheel alone scrolls the page. */
  wheel: () => string;
}

/** Where the shopper's device says it is. */
export interface Here {
  latitude: number;
  longitude: number;
  accuracyMetres: number;
}

/** Points that stand out. */
export interface Marks {
  /** The one whose card lies open: its pin is always to be seen, in front of whatever cluster holds it. */
  open: StoredPoint | null;
  /** The one whose row the mouse is over or the focus on. */
  hovered: StoredPoint | null;
  chosen: StoredPoint | null;
}

export interface LocatorMap {
  /** Draws the store anew; cheap enough to call whenever a page has come in. */
  refresh(): void;
  /**
   * Brings along the offline base map, of which there is only the water before, the zoom buttons and the credits: on a slow link they would
   * share the line with what matters more.
   */
  complete(): void;
  mark(marks: Marks): void;
  /** Shows where the shopper is; null: nowhere. */
  showHere(here: Here | null): void;
  show(view: Partial<MapView>): void;
  /** The element changed its size. */
  resize(): void;
  destroy(): void;
}

/** The least zoom at which streets are drawn. */
export const STREETS_FROM_ZOOM = 12;

/** Asks what streets the operator has. A map asks while it sends for what draws them: on a slow link one would wait for the other. */
export const askForStreets = (signal?: AbortSignal): Promise<Response> =>
  fetch('/streets/manifest.json', { signal: signal ?? null, priority: 'low' });
