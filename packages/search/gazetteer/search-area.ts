import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { createTownTest, dropArticles, findMisspeltName, isMisspelt } from '../names.ts';
import {
  joinRaw,
  joinTokens,
  readQuestion,
  readTokens,
  type GazetteerMatch,
  type NameReading,
  type Token,
} from '../question.ts';
import type { TableFiles } from '../tables/paged-table.ts';
import {
  cellOf,
  fillsPages,
  nameOfKey,
  pagesOfName,
  PLACE_KINDS,
  type GazetteerRow,
  type Town,
} from './format.ts';

/** Mercator units. */
export interface MapSpot {
  x: number;
  y: number;
}

/** Pages read for a question: with the index, three files. */
const MAX_PAGES = 2;
/** Names with more words in common than this are on one page. */
const MAX_WORDS = 5;

/**
 * Searches an area. Reads the index and at most two pages.
 * @param near of equal names, the nearest to this spot are read and come first; null: any
 * @throws AppError
 */
export async function searchArea(
  files: TableFiles<GazetteerRow>,
  parts: readonly (readonly string[])[],
  near: MapSpot | null,
): Promise<RowMatch[]> {
  const keys = await files.readKeys();
  const [reading, other] = readQuestion(parts);
  if (reading === undefined) return [];
  const pagesOf = (words: readonly string[], spot: MapSpot | null) =>
    pagesOfName(keys, words, spot && cellOf(spot.x, spot.y)).slice(0, MAX_PAGES + 1);
  const pages = new Map<number, readonly GazetteerRow[]>();
  const rows = () => [...pages.values()].flat();
  const read = async (page: number) => {
    if (!pages.has(page) && pages.size < MAX_PAGES) pages.set(page, await files.readPage(page));
  };

  // If a name fills several pages, the town says which of them to read.
  let around = near;
  const hasMany = fillsPages(keys, wordsOf(reading.tokens).join(' '));
  const [beside] = reading.rest;
  if (hasMany && beside !== undefined) {
    const place = readTokens(beside, '')?.tokens ?? beside;
    await read(pagesOf(wordsOf(place), near)[0]!);
    around = findPlace(rows(), place, near) ?? near;
  }
  const wanted = pagesOf(wordsOf(reading.tokens), around);
  await read(wanted[0]!);
  // "Carretera General 3" may be a street's whole name.
  if (!hasMany && reading.tokens.some(({ house }, at) => at > 0 && house !== '')) {
    const numbered = joinTokens(reading.tokens.slice(0, MAX_WORDS));
    await read(pagesOf([numbered], null)[0]!);
  }
  let found = matchAll(rows(), reading, false);
  // The index says on which page a misspelt name begins. Prefer it to the town's page, since its
  // rows name the town as well.
  const isNamed = found.some(({ left }) => left.length <= reading.rest.length);
  const intended = isNamed ? null : findMisspeltName(keys.map(nameOfKey), wordsOf(reading.tokens).join(' '));
  if (intended !== null) for (const page of pagesOf([intended], around)) await read(page);
  if (!found.some(isWholeMatch)) {
    // The rest of the best match is another name of a town, or a street in the town that came
    // first.
    // "Encamp Nou, Carrer Major": prefer what stands behind "Encamp Nou" to what stands behind
    // "Encamp".
    const [exact] = found
      .filter(({ match }) => match === 'exact')
      .sort((a, b) => countLeft(a) - countLeft(b));
    const left = exact?.left[0] ?? reading.rest[0];
    const behind = left === undefined ? null : readTokens(left, '');
    const town = exact !== undefined && isPlace(exact.row) ? exact.row : around;
    if (behind !== null) {
      await read(pagesOf(wordsOf(behind.tokens), town)[0]!);
    }
    // Of equal names, the next page may hold more.
    const more = hasMany ? [wanted[0]! + 1] : wanted.slice(1);
    for (const page of more) if (page < keys.length) await read(page);
    found = matchAll(rows(), reading, false);
  }
  const inTown = matchBehindTown(rows(), found);
  if (inTown.length > 0) found = [...inTown, ...found];
  if (!found.some(isWholeMatch) && other !== undefined) found = [...found, ...matchAll(rows(), other, false)];
  if (!found.some(({ left }) => left.length === 0)) found = [...found, ...matchAll(rows(), reading, true)];
  return found;
}

const countLeft = ({ left }: RowMatch) => left.reduce((sum, part) => sum + part.length, 0);

/**
 * Whether a question is just this name, with its own town or none: nothing of it is guessed or
 * left.
 */
export const isWholeMatch = ({
  match,
  otherKind,
  isBeside,
  left,
}: Pick<RowMatch, 'match' | 'otherKind' | 'isBeside'> & { left: ArrayLike<unknown> }) =>
  match === 'exact' && !otherKind && !isBeside && left.length === 0;

function matchAll(rows: readonly GazetteerRow[], reading: NameReading, forgiving: boolean): RowMatch[] {
  const named = rows.map((row) => matchRow(row, reading, forgiving)).filter((found) => found !== null);
  const explainAll = (places: readonly KnownPlace[], isForgiving: boolean) => {
    /** By the unexplained words, which are the same for most rows. */
    const known = new Map<string, KnownPlace[]>();
    const placesOf = ({ left }: RowMatch) => {
      const text = left.map(joinTokens).join();
      const there = known.get(text) ?? placesIn(places, left);
      known.set(text, there);
      return there;
    };
    return named.map((found) =>
      found.left.length === 0 ? found : explain(found, placesOf(found), isForgiving),
    );
  };
  const isExplained = (found: readonly RowMatch[]) => found.some(({ left }) => left.length === 0);
  const places = rows.filter(isPlace);
  const found = explainAll(places, false);
  if (isExplained(found)) return found;
  // Towns of the rows, whose own rows may be on a page that isn't read, are places too.
  const towns = [...new Set([...places, ...rows.flatMap(({ town }) => town ?? [])])];
  const inTowns = explainAll(towns, false);
  // Comparing towns letter by letter takes the longest.
  return isExplained(inTowns) ? inTowns : explainAll(towns, true);
}

const isPlace = ({ kind }: GazetteerRow) => PLACE_KINDS.has(kind);

/** Those of some places that a part may name. */
function placesIn<Place extends KnownPlace>(
  places: readonly Place[],
  parts: readonly (readonly Token[])[],
): Place[] {
  const tests = parts.map((part) => createTownTest(wordsOf(readTokens(part, '')?.tokens ?? part)));
  return places.filter(({ key }) => tests.some((isTown) => isTown(key)));
}

/** "Andorra la Vella, Avinguda Meritxell 10": the streets behind a town's name. */
function matchBehindTown(rows: readonly GazetteerRow[], found: readonly RowMatch[]): RowMatch[] {
  const towns = found.filter(({ row, match, left }) => isPlace(row) && match === 'exact' && left.length > 0);
  const [town] = towns;
  const reading = town === undefined ? null : readTokens(town.left[0]!, town.house, town.left.slice(1));
  if (reading === null) return [];
  const named = towns.map(({ row }) => row);
  return matchAll(rows, reading, false)
    .filter(
      ({ row }) =>
        row.kind === 'street' &&
        named.some((place) => row.town?.name === place.town?.name || isNear(row, place)),
    )
    .map((each) => ({
      ...explain(each, named, true),
      isBeside: named.every((place) => place.town?.name !== each.row.town?.name),
    }));
}

function findPlace(
  rows: readonly GazetteerRow[],
  part: readonly Token[],
  near: MapSpot | null,
): MapSpot | null {
  const away = ({ x, y }: MapSpot) => (near === null ? 0 : Math.hypot(x - near.x, y - near.y));
  return (
    placesIn(rows.filter(isPlace), [part]).sort(
      (a, b) => away(a) - away(b) || b.population - a.population,
    )[0] ?? null
  );
}

/** The words up to a house number. */
function wordsOf(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex(({ house }, at) => at > 0 && house !== '');
  return tokens.slice(0, end < 0 ? MAX_WORDS : Math.min(end, MAX_WORDS)).map(({ word }) => word);
}

export const spotOf = ({ latitude, longitude }: { latitude: number; longitude: number }): MapSpot => ({
  x: unitX(longitude),
  y: unitY(latitude),
});

/** A place whose name may stand behind that of a street. */
type KnownPlace = Pick<Town, 'key' | 'x' | 'y'>;

/** A row that a question may mean. */
export interface RowMatch extends Pick<GazetteerMatch, 'match' | 'otherKind' | 'isBeside' | 'house'> {
  row: GazetteerRow;
  /** The parts that nothing explains yet. */
  left: Token[][];
}

/** @param forgiving whether typos are allowed @returns null if the row isn't meant */
function matchRow(row: GazetteerRow, reading: NameReading, forgiving: boolean): RowMatch | null {
  const { tokens, kind, rest } = reading;
  // Most rows begin with another word: decided without more.
  if (!forgiving && !row.key.startsWith(tokens[0]!.word)) return null;
  const key = row.key.split(' ');
  let same = 0;
  while (same < key.length && same < tokens.length && isSame(key[same]!, tokens[same]!.word)) same++;
  const end = tokens.findIndex(({ house }, at) => at > 0 && house !== '');
  const named = end < 0 ? tokens.length : end;
  let match: RowMatch['match'];
  let used = same;
  if (same === key.length) match = 'exact';
  else if (same > 0 && same === named) match = 'prefix';
  else if (same === named - 1 && key[same]!.startsWith(tokens[same]!.word)) {
    match = 'prefix';
    used = named;
  } else {
    used = Math.min(key.length, named);
    if (!forgiving || !isMisspelt(joinTokens(tokens.slice(0, used)), row.key, kind.length)) return null;
    match = 'typo';
  }
  const behind = tokens.slice(used);
  const house = reading.house || (behind.find((token) => token.house !== '')?.house ?? '');
  const otherKind = kind !== '' && (row.kind !== 'street' || row.word !== kind);
  return { row, match, otherKind, house, isBeside: false, left: [behind, ...rest].filter(hasName) };
}

/**
 * Takes away what the row's own town explains, or one of some known places near it; what follows
 * the town's name says more of it: a district or a province.
 * @param forgiving whether also by the beginning of a town's name, or misspelt
 */
function explain(found: RowMatch, places: readonly KnownPlace[], forgiving: boolean): RowMatch {
  const { row } = found;
  const near = places.filter((place) => isNear(row, place));
  const own = row.town?.key ?? '';
  const names = [own, ...near.map(({ key }) => key)].filter((name) => name !== '');
  let isBeside = false;
  const left = found.left.flatMap((part) => {
    const named = part.filter(({ house }) => house === '');
    const typed = dropArticles(named.map(({ word }) => word));
    const text = typed.join(' ');
    const [whole] = names.filter(createTownTest(typed)).sort((a, b) => b.length - a.length);
    if (whole !== undefined) {
      isBeside ||= whole !== own;
      return [];
    }
    const isBegun = forgiving && names.some((name) => name.startsWith(text) || isMisspelt(text, name));
    isBeside ||= isBegun;
    return isBegun ? [] : [part];
  });
  return { ...found, isBeside, left };
}

/** The unexplained rest, as typed. */
export const describeRemaining = (left: RowMatch['left']): string => left.map(joinRaw).join(', ');

/**
 * Streets of a suburb or the next village are within this distance of its middle, Mercator units;
 * about 4 km in Europe.
 */
const NEAR_PLACE = 9_000;

/** Whether a street or place may be meant by the name of a place: it lies around that. */
const isNear = (row: GazetteerRow, place: KnownPlace) =>
  Math.hypot(row.x - place.x, row.y - place.y) <= NEAR_PLACE + row.reach;

/** "High St": the last word of a name, but not of the question. */
const isSame = (key: string, word: string) =>
  key === word ||
  (word === 'saint' && key === 'street') ||
  (word === 'doctor' && key === 'drive') ||
  (word === 'ave' && key === 'avenue');

/** Not so "m. 5", "2.º": floors and flats, which nobody looks for on a map. */
const hasName = (part: readonly Token[]) => part.some(({ word }) => /\p{L}{2}/u.test(word));
