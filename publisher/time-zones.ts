import lookUp from '@photostructure/tz-lookup';
import type { Position } from '../src/lib/network/distance.ts';

/** Current names of zones that the IANA database renamed, by the earlier names in Node's data (CLDR); browsers report either. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

const byCountry = new Map<string, readonly string[]>();

/** A country's time zones from Node's own data, under all names that browsers report; empty for an invalid country code. */
export function listTimeZones(country: string): readonly string[] {
  let zones = byCountry.get(country);
  if (zones === undefined) {
    zones = readTimeZones(country).flatMap((zone) => (zone in RENAMED ? [zone, RENAMED[zone]!] : [zone]));
    byCountry.set(country, zones);
  }
  return zones;
}

/**
 * The time zone of a point (IANA name): that of its country if it has only one, since the borders in the look-up are accurate
 * only to some kilometres; otherwise the one at its position.
 */
export function findTimeZone(country: string, { latitude, longitude }: Position): string {
  const [first, ...others] = listTimeZones(country);
  if (first !== undefined && others.every((zone) => zone === RENAMED[first])) return RENAMED[first] ?? first;
  return lookUp(latitude, longitude);
}

function readTimeZones(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  // `getTimeZones()` in newer versions of Node, the `timeZones` property in older ones.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
