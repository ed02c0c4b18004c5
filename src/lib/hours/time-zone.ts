/**
 * The IANA zone most of a country lives by, for points that no publisher has looked at: those of the live list. What isn't here is unknown,
 * and nothing is claimed about its clock.
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

/** West of this the Atlantic islands of a country begin, which keep another time than its mainland. */
const ISLANDS: Readonly<Record<string, readonly (readonly [westOfDegrees: number, zone: string])[]>> = {
  ES: [[-13, 'Atlantic/Canary']],
  PT: [
    [-20, 'Atlantic/Azores'],
    [-13, 'Atlantic/Madeira'],
  ],
};

interface Place {
  country: string;
  longitude: number;
  timeZone?: string;
}

/**
 * The zone of a point's own clock, in which its opening hours are written. The platform names none (chapter "Points" of its
 * document): a published network says it by the point's position; else it is told from the country and, for islands, the longitude.
 * @returns an IANA name that this browser knows; null where it can't be told
 */
export function timeZoneOf(place: Place): string | null {
  return [place.timeZone, guessTimeZone(place)].find((zone) => zone && isKnown(zone)) ?? null;
}

const known = new Map<string, boolean>();

/** Zones are renamed and added: a browser of some years ago doesn't know the newest. */
function isKnown(timeZone: string): boolean {
  let answer = known.get(timeZone);
  if (answer === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone });
      answer = true;
    } catch {
      answer = false;
    }
    known.set(timeZone, answer);
  }
  return answer;
}

function guessTimeZone({ country, longitude }: Place): string | null {
  const code = country.toUpperCase();
  const island = ISLANDS[code]?.find(([westOfDegrees]) => longitude < westOfDegrees);
  return island?.[1] ?? (Object.hasOwn(ZONES, code) ? (ZONES[code] ?? null) : null);
}
