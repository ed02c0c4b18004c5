import type { MapView } from '../map/locator-map.ts';
import type { Position } from '../network/distance.ts';
import type { Bounds } from '../network/point-source.ts';
import type { PointNetwork } from '../network/point-network.ts';

/** Near enough for single pins in most cities. */
const CITY_ZOOM = 13;
/** The middle of the continent that networks of this kind stand on: for a list that is still to be read. */
const CONTINENT: MapView = { latitude: 50.5, longitude: 12, zoom: 5 };
/** A box's zoom, until a map tells what really fits. */
const [MIN_BOX_ZOOM, MAX_BOX_ZOOM] = [3, 12];

/** Where the map begins: a view, or a box that is to be seen whole. */
export type MapStart = MapView | Bounds;

/** What there is to choose from, the first that is there wins. */
export interface StartWishes {
  /** What the address or the shop names; see `readStartView`. */
  named: MapView | null;
  /** ISO codes of the countries that the shop offers. */
  countries: readonly string[];
  operator: MapView | null;
  /** The shopper's, as the browser says; IANA name. Asked only where it counts: the first question takes a slow phone a while. */
  readTimeZone: () => string;
}

/**
 * The view that an address asks for: `?latitude=52.23&longitude=21.01&zoom=14`; else the one that the shop asks for.
 * @returns null where neither names a place, or one that is out of range
 */
export function readStartView(query: URLSearchParams, config: Partial<MapView>): MapView | null {
  const latitude = readNumber(query.get('latitude'), -85, 85) ?? config.latitude ?? null;
  const longitude = readNumber(query.get('longitude'), -180, 180) ?? config.longitude ?? null;
  if (latitude === null || longitude === null) return null;
  return { latitude, longitude, zoom: readNumber(query.get('zoom'), 3, 19) ?? config.zoom ?? CITY_ZOOM };
}

/**
 * Where the map begins: what is named, else the shop's countries, the operator's start, the country where the shopper's clock is, the
 * whole network; of the countries those that the network has.
 * @param network null where the list itself is read, of which nothing is known yet
 */
export function chooseStart(
  { named, countries, operator, readTimeZone }: StartWishes,
  network: Pick<PointNetwork, 'countries' | 'source'> | null,
): MapStart {
  if (named !== null) return named;
  const known = network?.countries ?? [];
  return (
    unite(known.filter(({ code }) => countries.includes(code))) ??
    operator ??
    unite(findAt(known, readTimeZone)) ??
    unite(known) ??
    network?.source.extent() ??
    CONTINENT
  );
}

function findAt(known: PointNetwork['countries'], readTimeZone: () => string): PointNetwork['countries'] {
  if (known.length === 0) return [];
  const timeZone = readTimeZone();
  return known.filter(({ zones }) => zones.includes(timeZone));
}

function unite(countries: PointNetwork['countries']): Bounds | null {
  if (countries.length === 0) return null;
  const sides = (at: number) => countries.map(({ box }) => box[at]!);
  return {
    west: Math.min(...sides(0)),
    south: Math.min(...sides(1)),
    east: Math.max(...sides(2)),
    north: Math.max(...sides(3)),
  };
}

/** The middle of a start, and about its zoom: what counts until the map has come to rest there. */
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
