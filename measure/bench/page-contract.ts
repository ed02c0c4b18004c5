/** The interface between a bench page and the bench, available as `window.bench`. */
export interface BenchPage {
  /** Loads the data into memory in the variant's natural form; not measured. */
  prepare(points: number): Promise<void>;
  /**
   * Draws the first clusters from the data in memory.
   * @returns milliseconds, to the second animation frame after they are drawn
   */
  draw(): Promise<number>;
  /**
   * Zooms from Europe to a street and drags on the way.
   * @returns milliseconds between frames
   */
  tour(): Promise<number[]>;
  /** Frees what only `prepare` needed, so that the heap shows what the variant itself holds. */
  forget(): void;
}

declare global {
  interface Window {
    bench: BenchPage;
    /** On pages of streets: zooms from a valley to the houses and drags on the way. @returns milliseconds between frames */
    takeStreetTour: () => Promise<number[]>;
  }
}

export const MEMORY_VARIANTS = ['empty', 'product', 'markercluster', 'supercluster'] as const;
export type MemoryVariant = (typeof MEMORY_VARIANTS)[number];

/**
 * Maps with streets; their baselines without streets (Leaflet for the peers, the world map for this product); and this
 * product's map with the points of a network.
 */
export const STREET_VARIANTS = ['empty', 'without', 'product', 'protomaps', 'maplibre', 'points'] as const;
export type StreetVariant = (typeof STREET_VARIANTS)[number];

/** The start of the tour: the whole continent in view, the street of the tour in its centre. */
export const EUROPE = { latitude: 52.2297, longitude: 21.0122, zoom: 4 };
/** The last zoom level of the tour. */
export const STREET_ZOOM = 16;
