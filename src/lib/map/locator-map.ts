import type { Bounds, PointStore, StoredPoint } from '../network/point-store.ts';

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
  store: PointStore;
  start: MapView;
  tiles: TileSettings | null;
  /** One point, or all the points of a stack, that the shopper pressed. */
  onpress: (points: readonly StoredPoint[]) => void;
  /** The view came to rest. */
  onmove?: (view: MapView, bounds: Bounds) => void;
  /** Words for assistive technology. */
  labels: MapLabels;
  /** The folder of the offline base map's files, with a slash at its end; `/basemap/` unless said otherwise. */
  baseMapAddress?: string;
}

export interface MapLabels {
  map: string;
  zoomIn: string;
  zoomOut: string;
  point: (type: string, id: string) => string;
  stack: (count: number) => string;
  cluster: (count: number) => string;
}

export interface LocatorMap {
  /** Draws the store anew; cheap enough to call whenever a page has come in. */
  refresh(): void;
  /** Marks a point as selected, and another (or the same) as chosen. */
  mark(selectedId: string | null, chosenId: string | null): void;
  show(view: Partial<MapView>): void;
  fit(bounds: Bounds): void;
  /** The element changed its size. */
  resize(): void;
  destroy(): void;
}

/** Puts the map into an element. The only room that knows Leaflet, which comes when it is first asked for: it can't live without a DOM. */
export async function createLocatorMap(options: LocatorMapOptions): Promise<LocatorMap> {
  const { buildMap } = await import('./build-map.ts');
  return buildMap(options);
}
