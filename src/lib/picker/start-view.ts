import type { MapView } from '../map/locator-map.ts';
import type { Position } from '#network/distance.ts';
import type { Bounds } from '#network/point-source.ts';
import type { PointNetwork } from '#network/point-network.ts';

/** Close enough for single pins in most cities. */
const CITY_ZOOM = 13;
/** Centre of the continent that has networks of this kind: for a list that hasn't been read yet. */
const CONTINENT: MapView = { latitude: 50.5, longitude: 12, zoom: 5 };
/** Limits of the estimated zoom of a box, used until the map computes the exact fit. */
const [MIN_BOX_ZOOM, MAX_BOX_ZOOM] = [3, 12];

/** Start of the map: a view, or a bounding box to fit. */
export type MapStart = MapView | Bounds;

/** Candidates for the start; the first one available wins. */
export interface StartWishes {
  /** View named by the address or the shop; see `readStartView`. */
  named: MapView | null;
  /** ISO codes of the countries that the shop offers. */
  countries: readonly string[];
  operator: MapView | null;
  /**
   * Returns the shopper's time zone from the browser, as an IANA name. Called only if needed, because the
   * first call is slow on a slow phone.
   */
  readTimeZone: () => string;
}

/**
 * Reads the view from an address (`?latitude=52.23&longitude=21.01&zoom=14`), otherwise from the shop's settings.
 * @returns null if neither has a position within range
 */
export function readStartView(query: URLSearchParams, config: Partial<MapView>): MapView | null {
  const latitude = readNumber(query.get('latitude'), -85, 85) ?? config.latitude ?? null;
  const longitude = readNumber(query.get('longitude'), -180, 180) ?? config.longitude ?? null;
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, zoom: readNumber(query.get('zoom'), 3, 19) ?? config.zoom ?? CITY_ZOOM };
}

/**
 * Chooses the map's start: the named view, else the shop's countries, the operator's start, the country of the shopper's time zone, or the
 * whole network. Only countries that the network has are used.
 * @param network null while the network isn't known yet
 */
export function chooseStart(
  { named, countries, operator, readTimeZone }: StartWishes,
  network: Pick<PointNetwork, 'countries' | 'source'> | null,
): MapStart {
  if (named !== null) return named;
  const countriesOfNetwork = network?.countries ?? [];
  return (
    unionOf(countriesOfNetwork.filter(({ code }) => countries.includes(code))) ??
    operator ??
    unionOf(findAt(countriesOfNetwork, readTimeZone)) ??
    unionOf(countriesOfNetwork) ??
    network?.source.extent() ??
    CONTINENT
  );
}

function findAt(
  countriesOfNetwork: PointNetwork['countries'],
  readTimeZone: () => string,
): PointNetwork['countries'] {
  if (countriesOfNetwork.length === 0) return [];
  const timeZone = readTimeZone();
  return countriesOfNetwork.filter(({ zones }) => zones.includes(timeZone));
}

function unionOf(countries: PointNetwork['countries']): Bounds | null {
  if (countries.length === 0) return null;
  const sides = (at: number) => countries.map(({ box }) => box[at]!);
  return {
    west: Math.min(...sides(0)),
    south: Math.min(...sides(1)),
    east: Math.max(...sides(2)),
    north: Math.max(...sides(3)),
  };
}

/** Centre and estimated zoom of a start, used until the map has come to rest there. */
export function viewOfStart(start: MapStart): MapView {
  if (!('west' in start)) return start;
  const { west, south, east, north } = start;
  const zoom = Math.floor(Math.log2(360 / Math.max(east - west, north - south, Number.EPSILON)));
  return {
    latitude: (south + north) / 2,
    longitude: (west + east) / 2,
    zoom: Math.min(MAX_BOX_ZOOM, Math.max(MIN_BOX_ZOOM, zoom)),
  };
}

function readNumber(text: string | null, least: number, most: number): number | null {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return value >= least && value <= most ? value : null;
}

/** About ten kilometres. */
const AROUND_DEGREES = 0.1;

/** Bounding box that counts as in view if there is no map. */
export function boundsAround({ latitude, longitude }: Position): Bounds {
  return {
    south: latitude - AROUND_DEGREES,
    north: latitude + AROUND_DEGREES,
    west: longitude - AROUND_DEGREES,
    east: longitude + AROUND_DEGREES,
  };
}

/** Whether the map is visible: low windows hide it, and its bounding box then has no height. */
export function hasHeight(bounds: Bounds | null): bounds is Bounds {
  return bounds !== null && bounds.north > bounds.south;
}
