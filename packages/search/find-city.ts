import { distanceMetres } from '#network/distance.ts';
import type { Place } from './tables/places.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { isAddition, splitCompounds } from '#network/snapshot-format/town-name.ts';

/** The city named in an address, and the remaining words. */
export interface FoundCity {
  /** All cities of that name, sorted by number of points, descending. */
  cities: Place[];
  /** The parts without the city's name. */
  rest: string[][];
  /** Where the city's name is. */
  place: Words;
  /** Its district, if that is joined to the name with a hyphen: "Mitte" in "Berlin-Mitte"; else empty. */
  district: string;
  /** The part that distinguishes it from its namesakes and isn't in the cities' names: "o.d.T." behind "Rothenburg"; else empty. */
  addition: string;
}

/** City names with more words are rare ("Neustadt an der Weinstraße" has four). */
const MAX_WORDS = 5;
/** Each may fetch several pages of the table. */
const MAX_CANDIDATES = 12;

/** A range of words in an address that may be a city's name. */
export interface Words {
  part: number;
  start: number;
  end: number;
  /** Where the word ends to which the last one belongs, as typed; the same as `end` unless that is split. */
  wordEnd?: number;
}

/**
 * Finds the city of an address by its whole name, in any writing: the longest match at the end of the last part, else at the end of another
 * part, else at the beginning of a part, the last one first ("24121 Bergamo BG", "Warszawa Marszałkowska 10"). If there is none, names
 * that are written without blanks are split: "Berlin-Mitte", "Praha 4-Nusle".
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
    place: Words,
    find: 'findCalled' | 'findWritten',
  ): Promise<FoundCity> => {
    const name = words[place.part]!.slice(place.start, place.end).join(' ');
    const called = await network[find](name, countries, signal);
    const cities = called.filter(({ kind }) => kind === 'city');
    return { cities, rest: takeOut(words, place), place, ...readBehind(words, place) };
  };
  const choose = (answers: readonly FoundCity[]) =>
    answers.find(({ cities }) => cities.some(isLikely)) ?? answers.find(({ cities }) => cities.length > 0);
  const find = async (words: Parts, candidates: readonly Words[]) => {
    const exact = await Promise.all(candidates.map((place) => request(words, place, 'findCalled')));
    const found = choose(exact);
    // "Frankfurt Main": its river says which Frankfurt.
    const longer = candidates.filter((place) => found === undefined || isLonger(place, found.place));
    const written = choose(await Promise.all(longer.map((place) => request(words, place, 'findWritten'))));
    return written ?? (found && addWhole(found, exact));
  };
  const found = await find(parts, listCandidates(parts).slice(0, MAX_CANDIDATES));
  const split = parts.map((words) => words.map((word) => splitCompounds([word])));
  /** The same range of the split words. */
  const inPieces = ({ part, start, end }: Words) => {
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
function readBehind(words: Parts, { part, end, wordEnd = end }: Words) {
  const behind = words[part]!.slice(end);
  const district = behind.slice(0, wordEnd - end).join(' ');
  return { district, addition: district === '' && isAddition(behind) ? behind.join(' ') : '' };
}

type Parts = readonly (readonly string[])[];

const isLonger = (one: Words, { part, start, end }: Words) =>
  one.part === part && one.start === start && one.end > end;

/** Parts of a city lie this near to it. */
const PART_METRES = 20_000;

/**
 * "Warszawa, Śródmieście": of the parts of cities that have this name, that of the named city; with the city, as the part's streets are
 * listed there.
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

/** Most likely first. */
function listCandidates(parts: readonly (readonly string[])[]): Words[] {
  const list = (listOf: typeof listEnds) => parts.map(listOf).reverse().flat();
  const candidates = [...list(listEnds), ...list(listBeginnings)];
  const keyOf = ({ part, start, end }: Words) => `${part} ${start} ${end}`;
  return [...new Map(candidates.map((each) => [keyOf(each), each])).values()];
}

/** Longest first. Only the last word may contain a digit ("Marseille 13"). */
function listEnds(words: readonly string[], part: number): Words[] {
  const candidates: Words[] = [];
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

function listBeginnings(words: readonly string[], part: number): Words[] {
  const candidates: Words[] = [];
  for (let end = 1; end < words.length && end <= MAX_WORDS && !/\p{N}/u.test(words[end - 1]!); end++)
    candidates.unshift({ part, start: 0, end });
  return candidates;
}

/** The beginnings of names that are written without blanks, the longest last: of "Bad Homburg-Mitte" that is "Homburg", "Bad Homburg". */
function listHeads(words: readonly (readonly string[])[], part: number): Words[] {
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
export function takeOut(parts: readonly (readonly string[])[], { part, start, end }: Words): string[][] {
  return parts
    .map((words, at) => (at === part ? [...words.slice(0, start), ...words.slice(end)] : [...words]))
    .filter((words) => words.length > 0);
}
