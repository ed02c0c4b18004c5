import lookUp from '@photostructure/tz-lookup';
import type { Position } from '../src/lib/network/distance.ts';

/** What browsers call some zones, which Node's own data (CLDR) know by an earlier name, since the IANA database renamed them. */
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

/** A country's time zones by the data that Node brings along, under all names that browsers have for them; none of what is no country. */
export function listTimeZones(country: string): readonly string[] {
  let zones = byCountry.get(country);
  if (zones === undefined) {
    zones = readTimeZones(country).flatMap((zone) => (zone in RENAMED ? [zone, RENAMED[zone]!] : [zone]));
    byCountry.set(country, zones);
  }
  return zones;
}

/**
 * The time zone of a point's own clock, IANA name: that of its country where that has but one, as the borders between zones are known to some
 * kilometres; else the one that its position lies in.
 */
export function findTimeZone(country: string, { latitude, longitude }: Position): string {
  const [first, ...others] = listTimeZones(country);
  if (first !== undefined && others.every((zone) => zone === RENAMED[first])) return RENAMED[first] ?? first;
  return lookUp(latitude, longitude);
}

function readTimeZones(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  // A method in newer versions, a property in older ones.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
