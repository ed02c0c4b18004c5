import { isMisspelt } from '../tables/misspelt.ts';
import type { GazetteerRow, Town } from './format.ts';
import { joinRaw, joinWords, type Reading, type Token } from './read-question.ts';
import { createTownTest } from '#network/snapshot-format/town-name.ts';
import { dropArticles } from '../fold-street.ts';

/** A place whose name may stand behind that of a street. */
export type KnownPlace = Pick<Town, 'key' | 'x' | 'y'>;

/** A row that a question may mean. */
export interface RowMatch {
  row: GazetteerRow;
  /** Whether the typed text is its whole name, a beginning of it, or similar to it. */
  match: 'exact' | 'prefix' | 'typo';
  /** Whether another kind of street was typed: "Carrer" for an avenue. */
  otherKind: boolean;
  /** The house number asked for; empty for none. */
  house: string;
  /** Whether the town that was typed isn't its own, but near, or only similar. */
  isBeside: boolean;
  /** The parts that nothing explains yet. */
  left: Token[][];
}

/** @param forgiving whether typos are allowed @returns null if the row isn't meant */
export function matchRow(row: GazetteerRow, reading: Reading, forgiving: boolean): RowMatch | null {
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
    if (!forgiving || !isMisspelt(joinWords(tokens.slice(0, used)), row.key, kind.length)) return null;
    match = 'typo';
  }
  const behind = tokens.slice(used);
  const house = reading.house || (behind.find((token) => token.house !== '')?.house ?? '');
  const otherKind = kind !== '' && (row.kind !== 'street' || row.word !== kind);
  return { row, match, otherKind, house, isBeside: false, left: [behind, ...rest].filter(hasName) };
}

/**
 * Takes away what the row's own town explains, or one of some known places near it; what follows the town's name says more of it: a district
 * or a province.
 * @param forgiving whether also by the beginning of a town's name, or misspelt
 */
export function explain(found: RowMatch, places: readonly KnownPlace[], forgiving: boolean): RowMatch {
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

/** Streets of a suburb or the next village are within this distance of its middle, Mercator units; about 4 km in Europe. */
const NEAR_PLACE = 9_000;

/** Whether a street or place may be meant by the name of a place: it lies around that. */
export const isNear = (row: GazetteerRow, place: KnownPlace) =>
  Math.hypot(row.x - place.x, row.y - place.y) <= NEAR_PLACE + row.reach;

/** "High St": the last word of a name, but not of the question. */
const isSame = (key: string, word: string) =>
  key === word ||
  (word === 'saint' && key === 'street') ||
  (word === 'doctor' && key === 'drive') ||
  (word === 'ave' && key === 'avenue');

/** Not so "m. 5", "2.º": floors and flats, which nobody looks for on a map. */
const hasName = (part: readonly Token[]) => part.some(({ word }) => /\p{L}{2}/u.test(word));
