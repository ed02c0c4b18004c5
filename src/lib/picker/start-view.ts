import type { MapView } from '../map/locator-map.ts';
import type { Position } from '../network/distance.ts';
import type { Bounds } from '../network/point-source.ts';

/**
 * The view that an address asks for: `?latitude=52.23&longitude=21.01&zoom=14`; else the one that the shop asks for. What is missing or out
 * of range is taken from the operator's start view.
 */
export function readStartView(query: URLSearchParams, config: Partial<MapView>, fallback: MapView): MapView {
  const latitude = readNumber(query.get('latitude'), -85, 85) ?? config.latitude ?? null;
  const longitude = readNumber(query.get('longitude'), -180, 180) ?? config.longitude ?? null;
  const zoom = readNumber(query.get('zoom'), 3, 19) ?? config.zoom ?? null;
  if (latitude === null || longitude === null) return { ...fallback, zoom: zoom ?? fallback.zoom };
  return { latitude, longitude, zoom: zoom ?? CITY_ZOOM };
}

/** Near enough for single pins in most cities. */
const CITY_ZOOM = 13;

function readNumber(text: string | null, least: number, most: number): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return value >= least && value <= most ? value : null;
}

/** About ten kilometres. */
const AROUND_DEGREES = 0.1;

/** What counts as in view where there is no map. */
export function boundsAround({ latitude, longitude }: Position): Bounds {
  return {
    south: latitude - AROUND_DEGREES,
    north: latitude + AROUND_DEGREES,
    west: longitude - AROUND_DEGREES,
    east: longitude + AROUND_DEGREES,
  };
}

/** Whether a map shows anything at all: a low window leaves it out, and the box of what it shows is a line then. */
export function hasHeight(bounds: Bounds | null): bounds is Bounds {
  return bounds !== null && bounds.north > bounds.south;
}
