import type { MapView } from '../map/locator-map.ts';

/**
 * The view that an address asks for: `?latitude=52.23&longitude=21.01&zoom=14`. What is missing or out of range is taken from
 * the operator's start view.
 */
export function readStartView(query: URLSearchParams, fallback: MapView): MapView {
  const latitude = readNumber(query.get('latitude'), -85, 85);
  const longitude = readNumber(query.get('longitude'), -180, 180);
  const zoom = readNumber(query.get('zoom'), 3, 19);
  if (latitude === null || longitude === null) return { ...fallback, zoom: zoom ?? fallback.zoom };
  return { latitude, longitude, zoom: zoom ?? CITY_ZOOM };
}

/** Near enough for single pins in most cities. */
const CITY_ZOOM = 13;

function readNumber(text: string | null, least: number, most: number): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return value >= least && value <= most ? value : null;
}
