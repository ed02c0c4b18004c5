import {
  FLAT_AHEAD,
  isDoorBySlash,
  isHouseNumber,
  isNamedUnit,
  joinHouseNumbers,
  readHouseUnit,
  startsWithFlat,
  startsWithUnit,
} from './read-address.ts';

/**
 * The cells of an address before its postcode, as somebody wrote them: possibly all in one, or
 * exchanged.
 */
export interface AddressCells {
  street: string;
  houseNumber?: string;
  flatNumber?: string;
  /**
   * Whether `flatNumber` is any second line of the address, which may also have the house number.
   */
  isSecondLine?: boolean;
}

/**
 * Reasons to ask the user. `no_house`: there is no house number. `two_houses`: there are two, which
 * differ. `two_flats`: likewise. `rest`: a text fits no field.
 */
export type AddressDoubt = 'no_house' | 'two_houses' | 'two_flats' | 'rest';

export interface SplitAddress {
  street: string;
  /** Empty for none. */
  house: string;
  /** Empty for none. */
  flat: string;
  doubt: AddressDoubt | null;
  /** The texts that are in doubt; empty for none. */
  detail: string;
}

/** A longer text isn't a street, and would take long to split. */
const MAX_LENGTH = 200;
/** `flatNumber` of the platform. */
const MAX_FLAT = 20;

/** Countries that write the number before the street. */
const NUMBER_FIRST: ReadonlySet<string> = new Set(['FR', 'GB', 'IE', 'US', 'CA', 'LU', 'MC']);
/** Countries whose houses may have a name instead of a number. */
const NAMED_HOUSES: ReadonlySet<string> = new Set(['GB', 'IE', 'US', 'CA', 'FR']);
/** Words of streets in languages that write the number first. */
const STREET_FIRST =
  /^(?:rue|r\.|avenue|av\.?|ave|boulevard|bd\.?|blvd|place|pl\.|chemin|ch\.|allée|allee|impasse|quai|route|rte|cours|passage|square|faubourg|lotissement|résidence|residence|hameau|lieu)\s/iu;

/** Words at the end of English streets. */
const STREET_LAST =
  /\s(?:street|st|road|rd|lane|avenue|ave|drive|way|court|close|square|terrace|gardens)\.?(?:[\s,]|$)/iu;

const NUMBER_WORD = String.raw`(?:(?:nr|no|n[º°]|num|numer|numéro|núm|č\.?\s?p|čp|дом|д|буд|будинок|dom|hausnr|hnr)\.?\s*)?`;
const LETTER = String.raw`(?:\s?(?:bis|ter|quater)(?!\p{L})|\s?[-–/]?\s?\p{L}(?:\s?[-–]\s?\p{L})?(?![\p{L}\p{N}.]|\/\p{L}))?`;
const RANGE = String.raw`(?:\s?[-/–]\s?\d{1,5}\p{L}?(?![\p{L}\p{N}]))?`;
/** A house number, without a letter that belongs to the flat: "12" of "12 m 4". */
const HOUSE = String.raw`\d{1,5}(?:(?!${FLAT_AHEAD})${LETTER})?${RANGE}`;
/** A flat may follow without a blank: "12m5". */
const END = String.raw`(?:(?=${FLAT_AHEAD})|(?![\p{L}\p{N}]))`;
const AT_START = new RegExp(`^(${HOUSE})(?![\\p{L}\\p{N}])[,\\s]*`, 'iu');
const ANYWHERE = new RegExp(`(?:[\\s,]+${NUMBER_WORD}|(?<=\\p{Ll}{3}\\.?))(${HOUSE})\\.?${END}`, 'giu');
const NUMBER_WORD_ALONE = new RegExp(`^${NUMBER_WORD}$`, 'iu');
/** The usual form, which needs no further look: "Hauptstraße 12a". */
const PLAIN = /^([\p{L}'. -]*[\p{L}.])\s(\d{1,5}[a-h]?)$/iu;
const PLAIN_HOUSE = /^\d{1,5}[a-z]?$/iu;
const HAS_LETTERS = /\p{L}{2}/u;

interface Reading {
  street: string;
  house: string;
  flat: string;
  rest: string;
}

const NONE = (street: string): Reading => ({ street, house: '', flat: '', rest: '' });

/**
 * Splits an address into street, house number and flat, by its country's habits, from one cell or
 * several. The only rule for this: picker, points, Send and Import use it.
 * @param country ISO 3166-1 alpha-2; empty: unknown, and numbers with a slash stay whole
 */
export function splitAddress(cells: AddressCells, country: string): SplitAddress {
  const own = orderCells(cells);
  if (own.flat === '' && PLAIN_HOUSE.test(own.house) && !/\d/.test(own.street) && own.street !== '')
    return { street: own.street, house: own.house, flat: '', doubt: null, detail: '' };
  const street = readStreet(own.street, country);
  const given = own.house === '' ? NONE('') : readHouse(own.house, country);
  const second = own.flat === '' ? NONE('') : readSecond(own.flat, country);
  const isTwice = given.house !== '' && fold(street.house) === fold(given.house);
  // "Lipowa", "12/5": the second line has the number.
  const isBelow = own.house === '' && street.house === '' && second.house !== '' && own.isSecondLine;
  if (isBelow) return finish(own.street, second, [second.flat], [second.rest], country);
  const flats = [
    given.flat,
    isTwice || given.house === '' ? street.flat : '',
    readFlat(own.flat, second, country),
  ];
  if (given.house === '')
    return finish(
      street.street,
      street,
      flats,
      [street.rest, given.rest, restOf(own.flat, country)],
      country,
    );
  const isNamed = street.house === '' || isTwice;
  const split = finish(
    isTwice ? street.street : own.street,
    given,
    flats,
    [isTwice ? street.rest : '', given.rest, restOf(own.flat, country)],
    country,
  );
  if (isNamed || split.doubt !== null || !hasNumberAtEdge(own.street, street.house)) return split;
  return { ...split, doubt: 'two_houses', detail: `${street.house}, ${given.house}` };
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[\s.]+/g, '');
const joinTexts = (...texts: string[]) => [...new Set(texts)].filter(Boolean).join(', ');
/** "Lipowa 5", "5 rue Neuve", not "Plac 3 Krzyży". */
const hasNumberAtEdge = (street: string, house: string) =>
  /\d\p{L}?$/u.test(street) || (house !== '' && street.startsWith(house));

/** Puts exchanged cells in order: the street has letters, the house number begins with a digit. */
function orderCells({ street, houseNumber = '', flatNumber = '', isSecondLine = false }: AddressCells) {
  const [line, house, flat] = [street, houseNumber, flatNumber].map((text) =>
    text.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim(),
  ) as [string, string, string];
  const isNumber = (text: string) => text === '' || (/^\d/.test(text) && text.length <= MAX_FLAT);
  const isName = (text: string) => /\p{L}{3}/u.test(text) && !isNamedUnit(text);
  if (isNumber(line) && isName(house) && !/^\d/.test(house))
    return { street: house, house: line, flat, isSecondLine };
  if (isNumber(line) && house === '' && isSecondLine && isName(flat))
    return { street: flat, house: line, flat: '', isSecondLine };
  // "Flat 2", "10 Mist Street"
  if (isSecondLine && house === '' && isNamedUnit(line) && isName(flat))
    return { street: flat, house, flat: line, isSecondLine };
  return { street: line, house, flat, isSecondLine };
}

function finish(
  street: string,
  { house, rest }: Reading,
  flats: readonly string[],
  rests: readonly string[],
  country: string,
): SplitAddress {
  const known = [...new Map(flats.filter(Boolean).map((flat) => [fold(flat), flat])).values()];
  const split = { street: street.trim(), house, flat: (known[0] ?? '').slice(0, MAX_FLAT) };
  const left = joinTexts(rest, ...rests);
  if (known.length > 1) return { ...split, doubt: 'two_flats', detail: known.join(', ') };
  if (known[0] !== undefined && known[0].length > MAX_FLAT)
    return { ...split, doubt: 'rest', detail: known[0] };
  if (left !== '') return { ...split, doubt: 'rest', detail: left };
  const isMissing = house === '' && street !== '' && !NAMED_HOUSES.has(country);
  return { ...split, doubt: isMissing ? 'no_house' : null, detail: '' };
}

/** "Długa 12 m. 5", "10 Downing Street Flat 2", "Flat 2, 10 Mist Street" */
function readStreet(text: string, country: string): Reading {
  const [, name = '', number = ''] = PLAIN.exec(text) ?? [];
  const last = lastWord(name);
  if (HAS_LETTERS.test(name) && !NUMBER_WORD_ALONE.test(`${last} `) && !startsWithFlat(`${last} ${number}`))
    return { ...NONE(name), house: number };
  const [before = '', after = ''] = splitUnitBefore(text, country);
  const rest = after === '' ? text : after;
  const first = readNumberFirst(rest, country);
  const read = first ?? readNumberLast(rest, country) ?? NONE(rest);
  if (before === '' || fold(before) === fold(read.flat)) return read;
  // "Bus 3 12 Lipowa 2. OG" names two flats.
  return read.flat === '' ? { ...read, flat: before } : { ...read, rest: joinTexts(read.rest, before) };
}

/** "Flat 2, 10 Mist Street", "Apt 3 12 rue de la Paix" */
function splitUnitBefore(text: string, country: string): [flat?: string, rest?: string] {
  const space = [...text.matchAll(/\s(?=\d)/g)].map(({ index }) => index);
  const bare = space.find((index) => isNamedUnit(text.slice(0, index)));
  const isBefore = bare !== undefined && HAS_LETTERS.test(text.slice(bare));
  if (isBefore) return [readHouseUnit(text.slice(0, bare), country) ?? '', text.slice(bare + 1)];
  const at = text.indexOf(',');
  const head = at < 0 ? '' : text.slice(0, at);
  const flat = head !== '' && isNamedUnit(head) ? readHouseUnit(head, country) : null;
  return flat ? [flat, text.slice(at + 1).trim()] : [];
}

function readNumberFirst(text: string, country: string): Reading | null {
  const [whole = '', house = ''] = AT_START.exec(text) ?? [];
  const after = text.slice(whole.length);
  if (house === '' || !HAS_LETTERS.test(after)) return null;
  const isUsual = NUMBER_FIRST.has(country) || STREET_FIRST.test(after) || STREET_LAST.test(after);
  if (!isUsual) {
    // "3 Maja 12", "3 Maja": elsewhere a number before one word belongs to the street's name.
    const isLast = readNumberLast(text, country);
    if (isLast !== null && isLast.rest === '') return isLast;
    if (country !== '' || !/\s/.test(after.trim())) return null;
  }
  return { ...cutUnit(after, country), house: house.trim() };
}

/** Cuts the flat off the end: "rue de la Paix, Apt 3". */
function cutUnit(text: string, country: string): Reading {
  for (const { index, 0: sign } of text.matchAll(/[\s,]+/g)) {
    const tail = text.slice(index + sign.length);
    const unit = isNamedUnit(tail) || sign.includes(',') ? readHouseUnit(tail, country) : null;
    if (unit) return { street: text.slice(0, index), house: '', flat: unit, rest: '' };
    if (sign.includes(',') && index > 2)
      return { street: text.slice(0, index), house: '', flat: '', rest: tail };
  }
  return NONE(text);
}

function readNumberLast(text: string, country: string): Reading | null {
  const found = listNumbers(text);
  for (const { street, number, tail } of found) {
    const isJoined = /^\s?\/\s?(?=[\p{L}\p{N}])/u.test(tail);
    const unit = (isJoined ? readJoined(tail) : null) ?? readHouseUnit(tail, country);
    if (unit !== null) return { street, ...splitDoor(number, unit, country), rest: '' };
    // "Plac 3 Krzyży 5", "Straße des 17. Juni 135": the number belongs to the name.
    const isYear = /^1\d{3}$/.test(number) && /^\s+\d/.test(tail);
    const isName = isYear || (IN_NAME.test(tail) && !startsWithUnit(tail.trim()));
    if (!isName) break;
  }
  return readWithRest(found, country);
}

const lastWord = (text: string) => text.slice(text.lastIndexOf(' ') + 1);

/** The rest of a street's name after its number: "3 Krzyży", "11-go Listopada", "25 aprile". */
const IN_NAME =
  /^\s*(?:-\p{L}{2}|\p{Lu}\p{Ll}|\p{Lu}{3}|(?:de\s+)?(?:genn|febb|marz|april|magg|giugn|lugl|agost|settem|ottob|novem|dicem|maja|mayo|julio|mai|juillet|listop|styczn)\p{L}*)/u;

/** The numbers of a street that may be the house's, with what stands before and after. */
const listNumbers = (text: string) =>
  [...text.matchAll(ANYWHERE)].flatMap(({ 0: whole, 1: number, index }) => {
    const street = text.slice(0, index).replace(/[\s,]+$/u, '');
    // "Długa m. 5" has a flat, and no house.
    const isFlat = startsWithFlat(`${lastWord(street)} ${number}`);
    return HAS_LETTERS.test(street) && !isFlat
      ? [{ street, number: number!.trim(), tail: text.slice(index + whole.length) }]
      : [];
  });

/** "12A m. 4, wejście od podwórza" */
function readWithRest(found: ReturnType<typeof listNumbers>, country: string): Reading | null {
  for (const { street, number, tail } of found) {
    for (const { index, 0: sign } of [...tail.matchAll(/[\s,;]+/g)].reverse()) {
      const unit = readHouseUnit(tail.slice(0, index), country);
      const rest = tail.slice(index + sign.length).trim();
      const isName = unit === '' && !sign.includes(',') && /^\p{Lu}/u.test(rest);
      if (unit !== null && HAS_LETTERS.test(rest) && !isName)
        return { street, ...splitDoor(number, unit, country), rest };
    }
  }
  return null;
}

/** "43/II", "12/2/5": what follows the slash, as it is written. */
const readJoined = (tail: string): string | null => {
  const joined = tail.replace(/^\s?\/\s?/u, '').trim();
  return /^(?:[IVX]{1,4}|\p{L}|\d{1,4}\p{L}?)(?:\/\d{1,4}\p{L}?)*$/u.test(joined) ? joined : null;
};

/** Splits "12/5" where a door follows the slash unless the flat is named: "14/16 lok. 2". */
function splitDoor(number: string, unit: string, country: string): { house: string; flat: string } {
  const [, house = '', door = ''] = /^(\d+\s?\p{L}?)\s?\/\s?(\d+\p{L}?)$/u.exec(number) ?? [];
  if (house === '' || !isDoorBySlash(country)) return { house: number, flat: unit };
  // "12/2/5": staircase 2, door 5.
  if (/^\d+\p{L}?$/u.test(unit) && country === 'AT') return { house, flat: `${door}/${unit}` };
  return unit !== '' ? { house: number, flat: unit } : { house, flat: door };
}

/** A cell for the house number: "12", "12/5", "12A m. 4", "nr 12". */
function readHouse(text: string, country: string): Reading {
  const bare = text.replace(new RegExp(`^${NUMBER_WORD}(?=\\d)`, 'iu'), '');
  const read = readNumberLast(`xx ${bare}`, country);
  if (read !== null && read.street === 'xx') return { ...read, street: '' };
  if (isNamedUnit(text)) return { ...NONE(''), flat: readHouseUnit(text, country) ?? '' };
  return isHouseNumber(bare) ? { ...NONE(''), house: bare } : { ...NONE(''), house: '', rest: text };
}

/** A second line, which may be a house number with its flat. */
const readSecond = (text: string, country: string): Reading =>
  /^\D{0,4}\d/u.test(text) && !isNamedUnit(text) ? readHouse(text, country) : NONE('');

/** A flat's own cell: "5", "m. 5", "Stiege 2 Tür 5". */
function readFlat(text: string, second: Reading, country: string): string {
  if (text === '') return '';
  const unit = readHouseUnit(text, country);
  if (unit !== null) return unit;
  return second.house !== '' && second.rest === '' && second.flat === ''
    ? second.house
    : isShort(text)
      ? text
      : '';
}

/** "5", "12/2", "B-4": a door as somebody writes it. */
const isShort = (text: string) =>
  text.length <= MAX_FLAT && /^[\p{L}\d./ -]*\d[\p{L}\d./ -]*$/u.test(text) && !/\p{L}{4}/u.test(text);
const restOf = (text: string, country: string): string =>
  text === '' || readHouseUnit(text, country) !== null || isShort(text) ? '' : text;

/** One way to parse words into a street and a house number. */
export interface StreetReading {
  street: string;
  /** Empty for none. */
  house: string;
}

/** Each may fetch a page of the table. */
const MAX_READINGS = 6;

/**
 * Lists the ways to read the words beside a city as a street, most likely first: as every address
 * is split, with another number as the house's, and without one ("3 Maja"); then
 * each comma-separated part alone.
 */
export function readStreets(parts: readonly (readonly string[])[]): StreetReading[] {
  const joined = parts.map(joinHouseNumbers);
  const readings = [joined, ...(joined.length > 1 ? joined.map((part) => [part]) : [])].flatMap(listReadings);
  const unique = new Map(readings.map((reading) => [`${reading.street}\0${reading.house}`, reading]));
  return [...unique.values()].filter(({ street }) => /\p{L}{2}/u.test(street)).slice(0, MAX_READINGS);
}

function listReadings(parts: readonly (readonly string[])[]): StreetReading[] {
  const words = parts.flat();
  const read = (from: number, to: number, house = '') => ({ street: words.slice(from, to).join(' '), house });
  const { street, house, doubt } = splitAddress(
    { street: parts.map((part) => part.join(' ')).join(', ') },
    '',
  );
  const last = words.length - 1;
  const next = words.findIndex((word, at) => at > 0 && isHouseNumber(word));
  const readings: StreetReading[] = [];
  // "Platz der 4 Winde 3": what follows the first number is no flat.
  if (next > 0 && doubt !== null && isHouseNumber(words[last]!)) readings.push(read(0, last, words[last]));
  if (house !== '') readings.push({ street, house });
  // "10 Hauptstraße"
  if (words.length > 1 && isHouseNumber(words[0]!))
    readings.push(read(1, next < 0 ? words.length : next, words[0]));
  // "Marszałkowska 10 obok apteki"
  if (next > 0) readings.push(read(0, next, words[next]));
  return [...readings, read(0, words.length)];
}
