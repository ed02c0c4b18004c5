import type { PointNetwork } from '#network/point-network.ts';
import type { MapView } from '../map/locator-map.ts';

/** Wider views don't say which country is intended. */
const COUNTRY_FROM_ZOOM = 5;

/** Where shortcuts to cities may lead. */
interface Reader {
  /** ISO codes of the countries that the shop offers; empty for all. */
  offered: readonly string[];
  /** The map's view if the shopper has moved it; else null. */
  view: MapView | null;
  /** Returns the shopper's time zone, as an IANA name. */
  readTimeZone: () => string;
}

/**
 * Chooses the countries whose cities are offered as shortcuts: those the map shows, else the shopper's own, each
 * only if the shop offers it.
 * @returns ISO codes; empty for all
 */
export function chooseShortcutCountries(
  { offered, view, readTimeZone }: Reader,
  countries: PointNetwork['countries'],
): readonly string[] {
  const codesOf = (isIntended: (country: PointNetwork['countries'][number]) => boolean) =>
    countries
      .filter((country) => (offered.length === 0 || offered.includes(country.code)) && isIntended(country))
      .map(({ code }) => code);
  const shown = view === null || view.zoom < COUNTRY_FROM_ZOOM ? [] : codesOf(({ box }) => holds(box, view));
  if (shown.length > 0) return shown;
  const timeZone = countries.length === 0 ? '' : readTimeZone();
  const own = codesOf(({ zones }) => zones.includes(timeZone));
  return own.length > 0 ? own : offered;
}

/** Whether a box [west, south, east, north] holds a position. */
const holds = ([west, south, east, north]: readonly number[], { latitude, longitude }: MapView) =>
  longitude >= west! && longitude <= east! && latitude >= south! && latitude <= north!;
