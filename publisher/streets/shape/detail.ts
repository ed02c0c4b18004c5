import type { StreetLayer } from '../schema/ours.ts';

/** Extent of a tile while it is shaped, in units per side. */
export const UNITS = 4096;
/** Lowest zoom that we import; below it, the map shows only the offline world map. */
export const LOWEST_ZOOM = 9;
/** Highest zoom that we import; at higher zooms the map enlarges these tiles. */
export const HIGHEST_ZOOM = 15;

/** Level of detail of a layer. */
export interface Detail {
  /** Extent of the written layer, in units per side. */
  extent: number;
  /** Tolerance of simplification, in UNITS. */
  tolerance: number;
  /** Smallest area that is kept, in square UNITS. */
  area: number;
}

/**
 * Detail at an archive's highest zoom. The map enlarges tiles of zoom 14 up to sixteen times from 512 pixels (zoom 19), where a
 * pixel is half a unit. It enlarges tiles below the highest zoom at most twice, where a pixel is four units.
 */
const DEEPEST: Readonly<Partial<Record<StreetLayer, Detail>>> = {
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

export function chooseDetail(layer: StreetLayer, isDeepest: boolean): Detail {
  return isDeepest ? (DEEPEST[layer] ?? DEEPEST_OTHERS) : ABOVE;
}

/** Lowest zoom of a layer, or of a kind in it; `deepest`: only at the archive's highest zoom. */
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

/** Whether to include features of a layer and kind at a zoom. @param deepest the archive's highest zoom */
export function isDrawn(layer: StreetLayer, kind: unknown, zoom: number, deepest: number): boolean {
  const from = FROM_ZOOM[`${layer}/${String(kind)}`] ?? FROM_ZOOM[layer] ?? 0;
  return zoom === deepest || (from !== 'deepest' && zoom >= from);
}
