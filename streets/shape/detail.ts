import type { LayerName } from '../schema/ours.ts';

/** Units along a tile's side while a tile is shaped. */
export const UNITS = 4096;
/** Below this zoom the world map is drawn alone. */
export const LOWEST_ZOOM = 9;
/** What is made for a closer look than this is left out: phones draw the tile before it larger. */
export const HIGHEST_ZOOM = 15;

/** How exactly a layer is kept. */
export interface Detail {
  /** Units along a tile's side as it is written. */
  extent: number;
  /** How far a line may be from where it was, in UNITS. */
  tolerance: number;
  /** The smallest area that is kept, in square UNITS. */
  area: number;
}

/**
 * A tile of the deepest zoom is drawn up to sixteen times larger, where a unit is a pixel of a phone; any other one at most twice its
 * 512 pixels, where four units are.
 */
const DEEPEST: Readonly<Partial<Record<LayerName, Detail>>> = {
  roads: { extent: 2048, tolerance: 2, area: 0 },
  buildings: { extent: 2048, tolerance: 4, area: 200 },
  squares: { extent: 2048, tolerance: 3, area: 250 },
  water: { extent: 4096, tolerance: 2, area: 100 },
  waterways: { extent: 2048, tolerance: 4, area: 0 },
  road_names: { extent: 1024, tolerance: 8, area: 0 },
  house_numbers: { extent: 2048, tolerance: 0, area: 0 },
};
const DEEPEST_OTHERS: Detail = { extent: 1024, tolerance: 10, area: 2500 };
const ABOVE: Detail = { extent: 1024, tolerance: 5, area: 1500 };

export function chooseDetail(layer: LayerName, isDeepest: boolean): Detail {
  return isDeepest ? (DEEPEST[layer] ?? DEEPEST_OTHERS) : ABOVE;
}

/** The lowest zoom that a layer, or a kind in it, is there from; `deepest` is whatever zoom the archive ends with. */
const FROM_ZOOM: Readonly<Record<string, number | 'deepest'>> = {
  buildings: 'deepest',
  house_numbers: 'deepest',
  squares: 14,
  stations: 13,
  'waterways/stream': 14,
  'roads/minor': 12,
  'roads/service': 14,
  'roads/pedestrian': 13,
  'roads/path': 14,
  'road_names/minor': 14,
  'road_names/service': 14,
  'road_names/pedestrian': 14,
  'road_names/path': 14,
  'road_names/tertiary': 13,
  water_names: 12,
  'places/village': 10,
  'places/suburb': 11,
  'places/hamlet': 12,
  'places/neighbourhood': 13,
  'places/locality': 14,
};

/** Whether something is drawn at a zoom at all. */
export function isDrawn(layer: LayerName, kind: unknown, zoom: number, deepest: number): boolean {
  const from = FROM_ZOOM[`${layer}/${String(kind)}`] ?? FROM_ZOOM[layer] ?? 0;
  return zoom === deepest || (from !== 'deepest' && zoom >= from);
}
