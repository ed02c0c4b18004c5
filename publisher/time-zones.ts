import lookUp from '@photostructure/tz-lookup';
import { RENAMED_ZONES } from '#contract/renamed-zones.ts';
import type { Position } from '#network/distance.ts';

const byCountry = new Map<string, readonly string[]>();

/** Lists a country's time zones from Node's data, under all names that browsers report; empty for an invalid country code. */
export function listTimeZones(country: string): readonly string[] {
  let zones = byCountry.get(country);
  if (zones === undefined) {
    zones = readTimeZones(country).flatMap((zone) =>
      zone in RENAMED_ZONES ? [zone, RENAMED_ZONES[zone]!] : [zone],
    );
    byCountry.set(country, zones);
  }
  return zones;
}

/**
 * Finds the time zone of a point (IANA name). Uses the country's zone if it has only one, because the borders in the look-up are
 * accurate only to some kilometres; otherwise the zone at the point's position.
 */
export function findTimeZone(country: string, { latitude, longitude }: Position): string {
  const [first, ...others] = listTimeZones(country);
  if (first !== undefined && others.every((zone) => zone === RENAMED_ZONES[first]))
    return RENAMED_ZONES[first] ?? first;
  return lookUp(latitude, longitude);
}

function readTimeZones(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  // Newer versions of Node have `getTimeZones()`, older ones the `timeZones` property.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
