/**
 * Reads an address as people write it: its parts and postcodes, then the numbers of houses, flats and
 * other parts of a house. `split-address.ts` divides it into street, house and flat.
 */

/** No real address has more. */
const MAX_POSTCODES = 3;
const MAX_PARTS = 6;

/** Postcode formats; house numbers have fewer digits. */
const POSTCODES: readonly RegExp[] = [
  /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/gi, // GB: SW1A 1AA
  /\b[ac-fhknprtv-y]\d[\dw] ?[a-z\d]{4}\b/gi, // IE: D02 X285
  /\b\d{4}(?:[a-zA-Z]{2}| [A-Z]{2}| [a-z]{2}(?= \p{L}|,|$))(?![\p{L}\p{N}])/gu, // NL: 1012 AB
  /\b\d{4}-\d{3}\b/g, // PT: 1000-001
  /\b\d{2}[- ]\d{3}\b/g, // PL: 00-950
  /\b\d{3} \d{2}\b/g, // CZ, SK, SE, GR: 110 00
  /\b\d{4,6}\b/g,
];
/** Country code before a postcode: "D-10115", "PL-00-950", "L-1234". */
const COUNTRY_BEFORE = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\d{2})/gu;

/** An address, split. */
export interface AddressReading {
  /** Most likely first. */
  postcodes: string[];
  /** The texts between commas and postcodes, split into words. */
  parts: string[][];
}

/**
 * Splits an address by its punctuation and postcodes: "Marszałkowska 10, 00-950 Warszawa" has the
 * postcode 00-950 and the parts "Marszałkowska 10" and "Warszawa". Words keep their spelling.
 */
export function readAddress(text: string): AddressReading {
  // Without digits there is no postcode: nothing of what follows to compile for the first letters.
  if (!/\d/.test(text)) return { postcodes: [], parts: splitParts(text).slice(-MAX_PARTS) };
  const postcodes: string[] = [];
  let rest = text.replace(COUNTRY_BEFORE, ' ');
  for (const pattern of POSTCODES) {
    rest = rest.replace(pattern, (code) => {
      postcodes.push(code);
      return ', ';
    });
  }
  return { postcodes: postcodes.slice(0, MAX_POSTCODES), parts: splitParts(rest).slice(-MAX_PARTS) };
}

/**
 * Between the number of a district and its name: "Praha 4 - Nusle", "Praha 4-Nusle"; not in "11-go
 * Listopada".
 */
const BEFORE_DISTRICT = /(?<=\p{L} \d{1,2})(?: ?[-–—] (?=\p{L})|[-–—](?=\p{Lu}\p{L}{2}))/gu;

/** A dash with blanks, which joins a district to its town: "Kraków - Podgórze". */
const SPACED_DASH = /(?<=\p{L})(?:\s+[-–—]+\s*|\s*[-–—]+\s+)(?=\p{L}{2})/gu;

/**
 * Splits at commas, semicolons and line breaks, and before the name of a district, then into words;
 * drops words without a letter or digit. The word after a dash with blanks begins with a hyphen:
 * "Kraków – Podgórze" → "Kraków", "-Podgórze".
 */
export function splitParts(text: string): string[][] {
  return text
    .replace(BEFORE_DISTRICT, ',')
    .replace(SPACED_DASH, ' -')
    .split(/[,;\n]/)
    .map((part) => part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((part) => part.length > 0);
}

/** Whether a word stands behind a dash with blanks. */
export const isBehindDash = (word: string): boolean => /^-\p{L}/u.test(word);

/** Joins words again: "Kraków", "-Podgórze" → "Kraków-Podgórze". */
export const joinWords = (words: readonly string[]): string => words.join(' ').replace(/ -(?=\p{L})/gu, '-');

const MAX_WORDS_OF_CITY = 3;
/** "3 Maja 12" has two. */
const MAX_HOUSES = 2;

/**
 * Lists readings of an address: unchanged, without a house number (the last one first), and each
 * with the city moved from the beginning to the end.
 */
export function readWithCity(words: readonly (readonly string[])[]): { beginning: string; house: string }[] {
  const parts = words.map(joinHouseNumbers);
  const all = parts.flat();
  const houses = all.length > 1 ? [...new Set(all.filter(isHouseNumber))].slice(-MAX_HOUSES).reverse() : [];
  const orders = ['', ...houses].map((house) => ({
    house,
    parts: parts.map((some) => some.filter((word) => word !== house)),
  }));
  const turned = orders.map((order) => ({ ...order, parts: turn(order.parts) }));
  const readings = [...orders, ...turned].map((order) => ({
    beginning: order.parts.flat().join(' '),
    house: order.house,
  }));
  const unique = new Map(readings.map((reading) => [reading.beginning, reading]));
  return [...unique.values()].filter(({ beginning }) => /\p{L}{2}/u.test(beginning));
}

/** Moves the first part to the end, in case it is the city. */
function turn(parts: readonly (readonly string[])[]): (readonly string[])[] {
  if (parts.length > 1) return [...parts.slice(1), parts[0]!];
  const words = parts.flat();
  return words.length > 1 && words.length <= MAX_WORDS_OF_CITY
    ? [[...words.slice(1), words[0]!]]
    : parts.slice();
}

/**
 * Pattern of a house number in lists and typed text: `12`, `12a`, `12 A`, `15-a`, `4-B`, `7 bis`,
 * `3 A-C`, `3-5`, `12/3`, `10/2a`, `12/A`. Use it with the flags `iu`.
 */
export const HOUSE_NUMBER =
  String.raw`\d{1,5}` +
  String.raw`(?:\s?(?:bis|ter|quater)(?!\p{L})|\s?[-/–]?\s?\p{L}(?:\s?[-–]\s?\p{L})?(?![\p{L}\p{N}.]))?` +
  String.raw`(?:\s?[-/–]\s?\d{1,5}\p{L}?(?![\p{L}\p{N}]))?`;
/** Words that may follow a number: "7 bis", "12 A", "3 A-C". */
const AFTER_NUMBER = /^(?:bis|ter|quater|\p{L}(?:[-–]\p{L})?)$/iu;
/** "Marszałkowska 10 m 5": Polish for "flat". */
const FLAT_WORD = /^m$/iu;
const WHOLE = new RegExp(`^${HOUSE_NUMBER}$`, 'iu');

export const isHouseNumber = (text: string): boolean => WHOLE.test(text);

/** Joins the words of a house number: "Dorpsstraat", "7", "bis" → "Dorpsstraat", "7 bis". */
export function joinHouseNumbers(words: readonly string[]): string[] {
  return words.reduce<string[]>((joined, word, at) => {
    const before = joined.at(-1) ?? '';
    const isFlat = FLAT_WORD.test(word) && /^\d/.test(words[at + 1] ?? '');
    if (/^\d{1,5}$/.test(before) && AFTER_NUMBER.test(word) && !isFlat)
      joined[joined.length - 1] = `${before} ${word}`;
    else joined.push(word);
    return joined;
  }, []);
}

// Below: words for the parts of a house in the languages of the countries that parcels go to. They
// are matched without case, with or without a point.

/** Words for a flat, whose number alone is enough: "m. 5", "Flat 2", "bus 3". */
const FLAT_WORDS =
  'm|mieszk|mieszkanie|lok|lokal|ap|apt|apart|apartment|apartament|appartamento|apartamento|flat|unit|suite|ste|' +
  'app|appt|appart|appartement|wohnung|whg|wng|wohn|wg|top|tür|tuer|int|interno|piso|pta|puerta|porta|' +
  'bus|bte|boîte|boite|box|byt|č\\.? ?b|kv|кв|квартира|оф|офіс|lgh|lägenhet|pok|pokój|room|rm|zimmer|biuro|büro|office|dør|door|butas|korter|krt|dz|' +
  'ajtó|stan|ап|апартамент';
/**
 * Words for a staircase, a floor or another part of a house. They stay beside their number: "Stiege
 * 2".
 */
const PART_WORDS =
  'bl|blok|bud|budynek|stiege|stg|staircase|stair|klatka|kl|scala|sc|esc|escalera|escada|escalier|bloco|bloque|bât|bat|bâtiment|' +
  'batiment|wejście|wej|floor|fl|level|piętro|pietro|p|etage|étage|et|stock|stw|stockwerk|og|patro|poschodie|poschodí|' +
  'piano|planta|andar|verdieping|verd|поверх|пов|під|п|під\\W?їзд|підїзд|корп|корпус|aufgang|eingang|haus|emelet|em|' +
  'lépcsőház|lph|trappa|tr|sal|krs|rappu|as';
/** Parts of a house without a number. */
const SIDE_WORDS =
  'eg|dg|ug|hp|parter|ground|rez|rdc|hs|huis|hinterhaus|hh|vorderhaus|vh|seitenflügel|links|rechts|mitte|left|' +
  'right|dcha|dcho|drch|izq|izda|esq|dto|dta|frente|ctro|centro|lewy|prawy|бель|oficyna|gartenhaus|tv|th|mf';

const NUMBER_WORD = String.raw`(?:nr|no|n[º°o]?|num|numer|number|nummer|numéro|#|№)\.?\s*`;
/** "5", "5a", "B12", "II", "2/3" */
const VALUE = String.raw`(?:\d{1,5}(?:\s?\p{L}(?!\.?\s*\d))?|\p{L}\d{0,4}|[IVX]{1,4})(?:[/-]\d{1,4}\p{L}?)?`;
/** "2.", "3rd", "1º", "2.º", "3er" */
const ORDINAL = String.raw`\d{1,3}\s?(?:\.?[ºª°]|\.|st|nd|rd|th|er|e|ème|eme|ère|ter|tes|de)?`;
const END = String.raw`(?![\p{L}\p{N}])`;

const flags = 'iu';

/** A flat at the beginning of a text: "m. 5", "Flat 2", "lok. nr 3", "#4". */
const FLAT = new RegExp(
  `^(?:(?:${FLAT_WORDS})(?!\\p{L})\\.?\\s*(?:${NUMBER_WORD})?|#\\s*)(${VALUE})${END}`,
  flags,
);
/** A part with its number on either side: "Stiege 2", "2. OG", "3rd floor", "2º". */
const PART = new RegExp(
  `^(?:(?:${PART_WORDS})(?!\\p{L})\\.?\\s*(?:${NUMBER_WORD})?${VALUE}|` +
    `(?:${ORDINAL}|[IVX]{1,4})\\s*(?:${PART_WORDS})\\.?|\\d{1,3}\\s?\\.?[ºª°]|(?:${SIDE_WORDS})\\.?)${END}`,
  flags,
);
/** Whether a text starts with a flat and its word. */
export const startsWithFlat = (text: string): boolean => FLAT.test(text);

/** Whether a text starts with a part of a house. */
export const startsWithUnit = (text: string): boolean => FLAT.test(text) || PART.test(text);

/** Where a flat starts, so that the letter before it isn't read as the house's: "12 m 4". */
export const FLAT_AHEAD = `\\s?(?:${FLAT_WORDS}|${PART_WORDS})\\.?\\s*(?:${NUMBER_WORD})?\\d`;

/** Countries where a door follows the house number after a slash: "12/5" is flat 5 of house 12. */
const DOOR_BY_SLASH: ReadonlySet<string> = new Set(['PL', 'AT', 'HU', 'UA', 'LT', 'HR', 'SI']);
/** Countries where it follows without a word: "Calle Mayor 5, 2B", "Keizersgracht 12-3". */
const DOOR_BY_PLACE: ReadonlySet<string> = new Set(['ES', 'PT', 'IT', 'NL', 'DK', 'AD', 'FI', 'HU']);
const BARE_DOOR =
  /^(?:\d{1,3}\s?\.?[ºª°]?\s?-?\s?\p{L}{0,4}\.?|\p{L}{1,2}\s?\d{0,3}|[IVX]{1,4}(?:\s?\/\s?\d{1,3})?)$/iu;

export const isDoorBySlash = (country: string): boolean => DOOR_BY_SLASH.has(country);

/**
 * Reads what follows a house number as a flat: "m. 5" → "5", "Stiege 2 Tür 5" → "Stiege 2 Tür 5".
 * @param country ISO 3166-1 alpha-2; empty: unknown
 * @returns null if some of it isn't a part of a house
 */
export function readHouseUnit(text: string, country: string): string | null {
  const trimmed = text.replace(/^[\s,;/\\-]+|[\s,;]+$/gu, '');
  if (trimmed === '') return '';
  const whole = FLAT.exec(trimmed);
  if (whole !== null && whole[0].length === trimmed.length) return whole[1]!;
  if (DOOR_BY_PLACE.has(country) && BARE_DOOR.test(trimmed)) return trimmed;
  let rest = trimmed;
  while (rest !== '') {
    const [found] = FLAT.exec(rest) ?? PART.exec(rest) ?? readBare(rest, trimmed, country);
    if (found === undefined) return null;
    rest = rest.slice(found.length).replace(/^[\s,;/-]+/u, '');
  }
  return trimmed;
}

/** "2º B": after a part, its door may stand alone. */
function readBare(rest: string, all: string, country: string): RegExpExecArray | [] {
  if (rest === all || !DOOR_BY_PLACE.has(country)) return [];
  return /^(?:\d{1,3}\p{L}?|\p{L})(?![\p{L}\p{N}])/u.exec(rest) ?? [];
}

/** Whether a text is a flat with its word, not a bare number. */
export const isNamedUnit = (text: string): boolean =>
  readHouseUnit(text, '') !== null && /\p{L}{2}|^m\b|#/iu.test(text.trim());
