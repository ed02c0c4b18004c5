import { foldStreetName } from './names.ts';
import type { GazetteerMatch } from './question.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { type AddressAnswer, BESIDE_METRES, MOST, type Suggestion } from './question.ts';

/** Streets of one name that are nearer to each other are one; so are towns. */
const SAME_STREET_METRES = 2_500;
const SAME_TOWN_METRES = 12_000;
/**
 * Of equally good streets, the network's comes first, as points are there, unless another one is
 * nearer by more than this.
 */
const NEARER_METRES = 1_000;

/**
 * Puts what the network of points and the published streets know of a question into one order.
 * Lower ranks come first; of equal ones the network's, in its own order.
 *
 * | rank | the text is …                                                                    |
 * | ---: | -------------------------------------------------------------------------------- |
 * |   −1 | a position; the id or the name of a point, if the network puts it first          |
 * |    0 | a whole name of a country, a city, a village, a postcode                         |
 * |    1 | a whole name of a street, with its town if one is given                          |
 * |    2 | a whole name of a suburb or a landmark                                           |
 * |   +3 | … of a street, but with another word for its kind: "Carrer" for an avenue        |
 * |   +2 | … of a place, with a house number                                                |
 * |   +6 | … of a place, with a word for a kind of street: "Carrer Canillo"                 |
 * |   +4 | … and a town that isn't the street's own, but near, or misspelt                  |
 * |   +8 | a beginning of such a name                                                       |
 * |  +16 | similar to such a name, or a neighbouring postcode                               |
 * |  +32 | one of these, and something that isn't known                                     |
 * |   +4 | … of a street, and what isn't known has a house number: "Xyz 16, Monte-Carlo"    |
 * |   64 | the beginning of a point's id or name, if the network doesn't put it first       |
 *
 * Of equally good streets the nearest to the view, or to the address's postcode, comes first. A
 * street that both know is one suggestion: where the network lacks the house number that was asked
 * for, the streets' tiles are asked for it. Countries are restricted by both.
 * @param around the view's middle, or the position of the address's postcode; null: not known, or
 *   the view is too wide
 * @param make makes a suggestion of a match; with the number of points there if the network knows
 *   the street
 */
export function rankTogether<Mapped>(
  suggestions: readonly Suggestion[],
  matches: readonly GazetteerMatch[],
  around: Position | null,
  make: (match: GazetteerMatch, count: number | null) => Mapped,
): (Suggestion | Mapped)[] {
  if (suggestions[0]?.kind === 'position' || matches.length === 0) return [...suggestions];
  const isPart = suggestions.some(
    (each) =>
      (each.kind === 'place' || each.kind === 'street') &&
      each.unknown !== null &&
      each.unknown.kind !== 'number',
  );
  const hasWhole = matches.some(({ left }) => left === '');
  const town = findTown(suggestions);
  const wanted = matches.filter((match) =>
    hasWhole ? match.left === '' : town === null || distanceMetres(town, match) < BESIDE_METRES,
  );
  const merged = new Set<GazetteerMatch>();
  let rank = -1;
  const ranked = suggestions.flatMap((suggestion, at): Ranked<Suggestion | Mapped>[] => {
    const same = wanted.filter((match) => isSame(suggestion, match));
    const [first] = same;
    // Spellings of one street in points' addresses: "Av. Meritxell" and "Avinguda Meritxell".
    const isRepeated =
      suggestion.kind === 'street' &&
      first !== undefined &&
      suggestions.slice(0, at).some((before) => isSame(before, first) && isInOneCity(before, suggestion));
    for (const match of same) merged.add(match);
    if (isRepeated) return [];
    const isNumberMissing = suggestion.kind === 'street' && suggestion.unknown?.kind === 'number';
    // The network's own order stays: the second isn't better than the first.
    rank = Math.max(rank, rankOwn(suggestion, isPart, at));
    const shown =
      isNumberMissing && first !== undefined
        ? make(
            first,
            countIn(suggestions, (each) => isSame(each, first) && isInOneCity(each, suggestion)),
          )
        : suggestion;
    return [
      {
        suggestion: shown,
        rank,
        away: suggestion.kind === 'street' ? awayFrom(around, suggestion.street) : 0,
      },
    ];
  });
  const others = wanted
    .filter((match) => !merged.has(match))
    .map((match) => ({
      suggestion: make(match, null),
      rank: rankMatch(match),
      away: match.kind === 'street' ? awayFrom(around, match) : 0,
      people: match.population,
      numbered: match.house === '' ? 0 : 1,
    }))
    .sort((a, b) => a.rank - b.rank || b.people - a.people || a.numbered - b.numbered || a.away - b.away);
  for (const other of others) {
    const at = ranked.findIndex(
      (own) => own.rank > other.rank || (own.rank === other.rank && own.away > other.away + NEARER_METRES),
    );
    ranked.splice(at < 0 ? ranked.length : at, 0, other);
  }
  return ranked.slice(0, MOST).map(({ suggestion }) => suggestion);
}

/**
 * The town of an address whose street the network doesn't know: a street elsewhere isn't meant;
 * null if there is none.
 */
function findTown(suggestions: readonly Suggestion[]): Position | null {
  const [first] = suggestions;
  const isTown = first?.kind === 'place' && first.unknown?.kind === 'part' && first.place.match === 'exact';
  return isTown ? first.place : null;
}

const isInOneCity = (one: Suggestion, other: Suggestion) =>
  one.kind === 'street' &&
  other.kind === 'street' &&
  foldName(one.street.city) === foldName(other.street.city);

/** The number of points in some of the suggested streets. */
const countIn = (suggestions: readonly Suggestion[], isWanted: (each: Suggestion) => boolean) =>
  suggestions.reduce(
    (sum, each) => sum + (each.kind === 'street' && isWanted(each) ? each.street.count : 0),
    0,
  );

interface Ranked<Item> {
  suggestion: Item;
  rank: number;
  /** Of a street: metres from the middle; else 0. */
  away: number;
}

const RANKS = { exact: 0, prefix: 8, typo: 16, near: 16 };
const KIND_RANKS: Partial<Record<GazetteerMatch['kind'], number>> = {
  city: 0,
  town: 0,
  village: 0,
  street: 1,
};

/** The rank of a place or street of the network. */
export const rankFound = (found: AddressAnswer['found'][number]): number =>
  'place' in found ? RANKS[found.place.match] : RANKS[found.street.match] + 1;

/** The rank of a match of the published streets. */
export function rankMatch({ kind, match, otherKind, isBeside, house, left }: GazetteerMatch): number {
  const other = !otherKind ? 0 : kind === 'street' ? 3 : 6;
  const number = house !== '' && kind !== 'street' ? 2 : 0;
  // The unknown part is then a street's name, and this one was intended as a place's.
  const instead = kind === 'street' && house === '' && /\d/.test(left) ? 4 : 0;
  return (
    (left === '' ? 0 : 32) +
    RANKS[match] +
    other +
    number +
    instead +
    (isBeside ? 4 : 0) +
    (KIND_RANKS[kind] ?? 2)
  );
}

function rankOwn(suggestion: Suggestion, isPart: boolean, at: number): number {
  if (suggestion.kind === 'point') return at === 0 ? -1 : 64;
  const isFound = suggestion.kind === 'place' || suggestion.kind === 'street';
  return isFound ? rankFound(suggestion) + (isPart ? 32 : 0) : 0;
}

const awayFrom = (around: Position | null, street: Position) =>
  around === null ? 0 : distanceMetres(around, street);

function isSame(suggestion: Suggestion, match: GazetteerMatch): boolean {
  if (suggestion.kind === 'street') {
    const { street } = suggestion;
    const [one, other] = [foldStreetName(street.name), foldStreetName(match.name)];
    return (
      match.kind === 'street' &&
      one.key === other.key &&
      (one.kind === other.kind || one.kind === '') &&
      distanceMetres(street, match) < SAME_STREET_METRES
    );
  }
  if (suggestion.kind !== 'place' || match.kind === 'street') return false;
  const { place } = suggestion;
  const names = [place.name, place.otherName].filter((name) => name !== '').map(foldName);
  return (
    [match.name, match.otherName].some((name) => names.includes(foldName(name))) &&
    distanceMetres(place, match) < SAME_TOWN_METRES
  );
}
