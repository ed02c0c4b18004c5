import { distanceMetres } from '#network/distance.ts';
import type { Place } from './tables/places.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { isBehindDash, joinWords } from './address/read-address.ts';
import { isAddition, splitCompounds } from './names.ts';

/** Finds the city of an address, and chooses between cities of one name by the postcode. */

/** The city named in an address, and the remaining words. */
export interface FoundCity {
  /** All cities of that name, sorted by number of points, descending. */
  cities: Place[];
  /** The parts without the city's name. */
  rest: string[][];
  /** Where the city's name is. */
  place: WordRange;
  /**
   * Its district, if that is joined to the name with a hyphen: "Mitte" in "Berlin-Mitte" and
   * "Berlin - Mitte"; else empty.
   */
  district: string;
  /**
   * The part that distinguishes it from its namesakes and isn't in the cities' names: "o.d.T."
   * behind "Rothenburg"; else empty.
   */
  addition: string;
}

/** City names with more words are rare ("Neustadt an der Weinstraße" has four). */
const MAX_WORDS = 5;
/** Each may fetch several pages of the table. */
const MAX_CANDIDATES = 12;

/** A range of words in an address that may be a city's name. */
export interface WordRange {
  part: number;
  start: number;
  end: number;
  /**
   * End of the typed word that the last one is a part of; the same as `end` unless that word is
   * split.
   */
  wordEnd?: number;
}

/**
 * Finds the city of an address by its whole name, in any writing: the longest match at the end of
 * the last part, else at the end of another part, else at the beginning of a part, the last one
 * first ("24121 Bergamo BG", "Warszawa Marszałkowska 10"). If there is none, names that are written
 * without blanks are split: "Berlin-Mitte", "Praha 4-Nusle".
 * @param isLikely whether the address says more for some cities: these are preferred
 * @throws AppError
 */
export async function findCity(
  network: Pick<PointNetwork, 'findCalled' | 'findWritten'>,
  parts: readonly (readonly string[])[],
  countries: readonly string[],
  signal: AbortSignal | undefined,
  isLikely: (city: Place) => boolean = () => false,
): Promise<FoundCity | null> {
  const request = async (
    words: Parts,
    place: WordRange,
    find: 'findCalled' | 'findWritten',
  ): Promise<FoundCity> => {
    const name = words[place.part]!.slice(place.start, place.end).join(' ');
    const called = await network[find](name, countries, signal);
    const cities = called.filter(({ kind }) => kind === 'city');
    return { cities, rest: takeOut(words, place), place, ...readBehind(words, place) };
  };
  const choose = (answers: readonly FoundCity[]) =>
    answers.find(({ cities }) => cities.some(isLikely)) ?? answers.find(({ cities }) => cities.length > 0);
  const find = async (words: Parts, candidates: readonly WordRange[]) => {
    const exact = await Promise.all(candidates.map((place) => request(words, place, 'findCalled')));
    const chosen = choose(exact);
    const found = chosen && !chosen.cities.some(isLikely) ? preferTown(chosen, exact, words) : chosen;
    // "Frankfurt Main": its river says which Frankfurt.
    const longer = candidates.filter((place) => found === undefined || isLonger(place, found.place));
    const written = choose(await Promise.all(longer.map((place) => request(words, place, 'findWritten'))));
    return written ?? (found && addWhole(found, exact));
  };
  const found = await find(parts, listCandidates(parts).slice(0, MAX_CANDIDATES));
  const split = parts.map((words) => words.map((word) => splitCompounds([word])));
  /** The same range of the split words. */
  const inPieces = ({ part, start, end }: WordRange) => {
    const count = (words: number) => split[part]!.slice(0, words).flat().length;
    return { part, start: count(start), end: count(end) };
  };
  // "Frankfurt am Main-Höchst": more than Frankfurt.
  const heads = split
    .flatMap(listHeads)
    .reverse()
    .filter((head) => found === undefined || isLonger(head, inPieces(found.place)));
  const head =
    heads.length === 0
      ? undefined
      : await find(
          split.map((words) => words.flat()),
          heads.slice(0, MAX_CANDIDATES),
        );
  if (head === undefined) return found ?? null;
  // "Rothenburg/Tauber" may be another Rothenburg, "Berlin-Mitte" is no other Berlin.
  const { district, place } = head;
  const [first = ''] = district.split(' ');
  const isDistrict = parts[place.part]!.some((word) => /[-–]/.test(word[word.lastIndexOf(first) - 1] ?? ''));
  return isDistrict ? head : { ...head, district: '', addition: district };
}

/** Reads what stands behind a city's name in its part of the address. */
function readBehind(words: Parts, { part, end, wordEnd = end }: WordRange) {
  const behind = words[part]!.slice(end);
  const isDashed = behind[0] !== undefined && isBehindDash(behind[0]);
  const district = isDashed ? joinWords(behind).slice(1) : behind.slice(0, wordEnd - end).join(' ');
  return { district, addition: district === '' && isAddition(behind) ? behind.join(' ') : '' };
}

type Parts = readonly (readonly string[])[];

const isLonger = (one: WordRange, { part, start, end }: WordRange) =>
  one.part === part && one.start === start && one.end > end;

/** Parts of a city lie this near to it. */
const PART_METRES = 20_000;

/**
 * "Warszawa, Śródmieście": of the districts with this name, chooses the one in the named city. Adds
 * the city, since the district's streets are listed there.
 */
function addWhole(found: FoundCity, others: readonly FoundCity[]): FoundCity {
  const wholes = others.flatMap((other) => (other === found ? [] : other.cities));
  const isPart = (city: Place, whole: Place) =>
    whole.name !== city.name && whole.count >= city.count && distanceMetres(city, whole) < PART_METRES;
  const parts = found.cities.filter((city) => wholes.some((whole) => isPart(city, whole)));
  if (parts.length === 0) return found;
  const own = wholes.filter((whole) => parts.some((city) => isPart(city, whole)));
  return { ...found, cities: [...parts, ...own] };
}

/** A town has this many times the points of a namesake of its district. */
const TOWN_COUNTS = 10;

/**
 * "Kraków Podgórze", "Kraków, Podgórze": the district has a namesake far away. The town before it
 * is meant if that is much larger; not so "London Road, Reading", which begins with a street.
 */
function preferTown(found: FoundCity, others: readonly FoundCity[], words: Parts): FoundCity {
  const isTown = ({ cities: [town], place: { part, start, end } }: FoundCity) =>
    town !== undefined &&
    (start === 0 || /\p{N}/u.test(words[part]![start - 1]!)) &&
    (part === found.place.part
      ? end === found.place.start
      : end === words[part]!.length && part < found.place.part) &&
    found.cities.every(
      (city) => town.count >= TOWN_COUNTS * city.count && distanceMetres(city, town) >= PART_METRES,
    );
  return others.find(isTown) ?? found;
}

/** Most likely first; behind a dash, a district is more likely than a city. */
function listCandidates(parts: readonly (readonly string[])[]): WordRange[] {
  const list = (listOf: typeof listEnds) => parts.map(listOf).reverse().flat();
  const isDistrict = ({ part, start }: WordRange) => isBehindDash(parts[part]![start]!);
  const candidates = [...list(listEnds), ...list(listBeginnings)].sort(
    (a, b) => Number(isDistrict(a)) - Number(isDistrict(b)),
  );
  const keyOf = ({ part, start, end }: WordRange) => `${part} ${start} ${end}`;
  return [...new Map(candidates.map((each) => [keyOf(each), each])).values()];
}

/** Longest first. Only the last word may contain a digit ("Marseille 13"). */
function listEnds(words: readonly string[], part: number): WordRange[] {
  const candidates: WordRange[] = [];
  for (let start = words.length - 1; start >= 0 && words.length - start <= MAX_WORDS; start--) {
    const isLast = start === words.length - 1;
    if (/\p{N}/u.test(words[start]!)) {
      if (isLast) continue;
      break;
    }
    candidates.unshift({ part, start, end: words.length });
  }
  return candidates;
}

/**
 * Names at the beginning of a part, and behind its last number: "Limanowskiego 5 Kraków Podgórze".
 * Longest first.
 */
function listBeginnings(words: readonly string[], part: number): WordRange[] {
  const hasDigit = (word: string) => /\p{N}/u.test(word);
  const starts = new Set([0, words.findLastIndex(hasDigit) + 1]);
  return [...starts].flatMap((start) => {
    const candidates: WordRange[] = [];
    for (let end = start + 1; end < words.length && end - start <= MAX_WORDS; end++) {
      if (hasDigit(words[end - 1]!)) break;
      candidates.unshift({ part, start, end });
    }
    return candidates;
  });
}

/**
 * The beginnings of names that are written without blanks, the longest last: of "Bad Homburg-Mitte"
 * that is "Homburg", "Bad Homburg".
 */
function listHeads(words: readonly (readonly string[])[], part: number): WordRange[] {
  const all = words.flat();
  return words.flatMap((pieces, at) => {
    const start = words.slice(0, at).flat().length;
    const ends = pieces.slice(1).map((_, piece) => start + piece + 1);
    return ends.flatMap((end) =>
      listEnds(all.slice(0, end), part)
        .reverse()
        .filter((head) => head.start <= start)
        .map((head) => ({ ...head, wordEnd: start + pieces.length })),
    );
  });
}

/** Removes a range of words from an address. */
export function takeOut(parts: readonly (readonly string[])[], { part, start, end }: WordRange): string[][] {
  return parts
    .map((words, at) => (at === part ? [...words.slice(0, start), ...words.slice(end)] : [...words]))
    .filter((words) => words.length > 0);
}

/**
 * A postcode belongs to a city when their positions are at most this far apart; large rural
 * postcodes reach that far out.
 */
const SAME_METRES = 40_000;
/** A similar postcode farther from the city says less about the address than the city does. */
const NEIGHBOUR_METRES = 20_000;

/** Places that match the city and postcode of an address. */
export interface PlaceHints {
  /** Cities with the given name, sorted by number of points, descending. */
  cities: readonly Place[];
  /**
   * Whether the cities only begin with the given name or are spelt like it: a postcode elsewhere
   * contradicts that.
   */
  isGuessed: boolean;
  /** The given postcode, in each country that has it. */
  codes: readonly Place[];
  /** If the network lacks the postcode: those that share the longest prefix with it. */
  nearCodes: readonly Place[];
  /** Whether such a postcode is a neighbour, rather than one of the same region. */
  isNeighbour: (code: Place) => boolean;
  /** Whether such a postcode is as long as the given one: one of five digits isn't Austrian. */
  isAsLong: (code: Place) => boolean;
}

/** The places of an address, most likely first. */
export interface ChosenPlaces {
  places: Place[];
  /** The most likely city of the given name; null if no city is named. */
  city: Place | null;
  /** Place around which to search for the street. */
  anchor: Place | null;
  /** Whether the postcode belongs to that city. */
  postcodeKnown: boolean;
  /** The postcode in that city, or else its known neighbour; null if there is none. */
  postcode: Place | null;
}

/**
 * Chooses between cities of the same name and between equal postcodes of several countries. A named
 * city wins over a postcode elsewhere, a guessed one doesn't. Of several cities of one name, prefer
 * the one with the postcode, then one with a similar postcode prefix, then one in a country with
 * postcodes as long, then the one with most points.
 */
export function choosePlaces(hints: PlaceHints): ChosenPlaces {
  const { codes, nearCodes, isNeighbour, isAsLong } = hints;
  const stated = codes.length > 0 ? codes : nearCodes.filter(isNeighbour);
  const isRefuted =
    hints.isGuessed &&
    stated.length > 0 &&
    !hints.cities.some((city) => stated.some((code) => belongTogether(city, code)));
  const cities = isRefuted ? [] : hints.cities;
  const countries = new Set(nearCodes.filter(isAsLong).map(({ country }) => country));
  const sorted = cities
    .map((city, rank) => ({ city, rank, near: rankByPostcode(city, codes, nearCodes, countries) }))
    .sort((a, b) => a.near - b.near || a.rank - b.rank)
    .map(({ city }) => city);
  const [city] = sorted;
  if (city === undefined) {
    const anchor = codes[0] ?? null;
    const postcode = anchor ?? nearCodes.find(isNeighbour) ?? null;
    return {
      places: [...codes, ...nearCodes, ...hints.cities],
      city: null,
      anchor,
      postcodeKnown: anchor !== null,
      postcode,
    };
  }
  const own = closest(city, codes);
  if (own === null) {
    const around = nearCodes.filter((code) => belongTogether(city, code)).slice(0, 2);
    const postcode =
      around.find((code) => isNeighbour(code) && distanceMetres(city, code) < NEIGHBOUR_METRES) ?? null;
    // A neighbour of the postcode is nearer than the middle of its city.
    const places = postcode === null ? [...sorted, ...around] : [...around, ...sorted];
    return { places, city, anchor: postcode ?? city, postcodeKnown: false, postcode };
  }
  // A large city has several postcodes, and several villages share one postcode: search in the
  // smaller of the two.
  const [first, second] = city.count <= own.count ? [city, own] : [own, city];
  return {
    places: [first, second, ...sorted.slice(1)],
    city,
    anchor: first,
    postcodeKnown: true,
    postcode: own,
  };
}

/** Lower is more likely. @param countries those that have postcodes like the given one */
function rankByPostcode(
  city: Place,
  codes: readonly Place[],
  nearCodes: readonly Place[],
  countries: ReadonlySet<string>,
): number {
  if (codes.some((code) => belongTogether(city, code))) return -1;
  const rank = nearCodes.findIndex((code) => belongTogether(city, code));
  if (rank >= 0) return rank;
  return nearCodes.length + (countries.has(city.country) ? 0 : 1);
}

function closest(city: Place, codes: readonly Place[]): Place | null {
  const own = codes.filter((code) => belongTogether(city, code));
  return own.sort((a, b) => distanceMetres(city, a) - distanceMetres(city, b))[0] ?? null;
}

/** Whether a city and a postcode are of one place. */
export function belongTogether(a: Place, b: Place): boolean {
  return a.country === b.country && distanceMetres(a, b) < SAME_METRES;
}
