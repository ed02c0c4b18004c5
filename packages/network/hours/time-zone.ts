import type { PointDetails } from '#contract/point-details.ts';
import { RENAMED_ZONES } from '#contract/renamed-zones.ts';

/**
 * The IANA time zone of most of a country, for points of the live list, which no publisher has processed. For other countries, the time zone
 * is unknown.
 */
const ZONES: Readonly<Record<string, string>> = {
  AD: 'Europe/Andorra',
  AL: 'Europe/Tirane',
  AT: 'Europe/Vienna',
  BA: 'Europe/Sarajevo',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CH: 'Europe/Zurich',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IS: 'Atlantic/Reykjavik',
  IT: 'Europe/Rome',
  LI: 'Europe/Vaduz',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MC: 'Europe/Monaco',
  MD: 'Europe/Chisinau',
  ME: 'Europe/Podgorica',
  MK: 'Europe/Skopje',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  RS: 'Europe/Belgrade',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  SM: 'Europe/San_Marino',
  UA: 'Europe/Kyiv',
  XK: 'Europe/Belgrade',
};

/** Longitudes west of which a country's Atlantic islands have a different time zone than its mainland. */
const ISLANDS: Readonly<Record<string, readonly (readonly [westOfDegrees: number, zone: string])[]>> = {
  ES: [[-13, 'Atlantic/Canary']],
  PT: [
    [-20, 'Atlantic/Azores'],
    [-13, 'Atlantic/Madeira'],
  ],
};

type Place = Pick<PointDetails, 'country' | 'longitude' | 'timeZone'>;

/**
 * The time zone of a point's opening hours. The platform provides none (chapter "Points" of its document): a published network derives it
 * from the point's position; otherwise, it is guessed from the country and, for islands, the longitude.
 * @returns an IANA name that this browser knows; null if unknown
 */
export function timeZoneOf(place: Place): string | null {
  return [place.timeZone, guessTimeZone(place)].find((zone) => zone && clockIn(zone)) ?? null;
}

const clocks = new Map<string, Intl.DateTimeFormat | null>();

/**
 * Formats weekday and time in a time zone, under whichever of its names the browser knows, as browsers
 * may be some years old.
 * @returns null for an unknown zone
 */
export function clockIn(timeZone: string): Intl.DateTimeFormat | null {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = namesOf(timeZone).reduce<Intl.DateTimeFormat | null>(
      (found, name) => found ?? makeClock(name),
      null,
    );
    clocks.set(timeZone, clock);
  }
  return clock;
}

function namesOf(timeZone: string): string[] {
  const renamed = Object.entries(RENAMED_ZONES).find((names) => names.includes(timeZone));
  return [timeZone, ...(renamed ?? [])];
}

function makeClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    const parts = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts });
  } catch {
    return null;
  }
}

function guessTimeZone({ country, longitude }: Place): string | null {
  const code = country.toUpperCase();
  const island = ISLANDS[code]?.find(([westOfDegrees]) => longitude < westOfDegrees);
  return island?.[1] ?? (Object.hasOwn(ZONES, code) ? (ZONES[code] ?? null) : null);
}
