import { isHouseNumber, joinHouseNumbers } from '../address/house-number.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { readKind, writeOut } from '../fold-street.ts';

/** A folded word of a question. */
export interface Token {
  /** Folded, abbreviations written out. */
  word: string;
  /** As typed; empty for the second of two words that are typed as one. */
  raw: string;
  /** The house number that it may be; else empty. */
  house: string;
}

/** One way to read a question: a name, then what is said of it. */
export interface Reading {
  /** The word for the kind of street that the name begins with; empty for none. */
  kind: string;
  /** The name, and maybe more behind it. Never empty. */
  tokens: Token[];
  /** The house number before the name or in a part of its own; else empty. */
  house: string;
  rest: Token[][];
}

/** A name with more words is found by its first ones. */
const MAX_TOKENS = 12;

/**
 * Lists the ways to read the parts of an address (texts between commas, as words): each part may be the name, the first one first.
 * @returns at most two
 */
export function readQuestion(parts: readonly (readonly string[])[]): Reading[] {
  const joined = parts.map((words) => joinHouseNumbers(words));
  const readings = joined.map((_, at) => readFrom(joined, at)).filter((reading) => reading !== null);
  return readings.slice(0, 2);
}

/** The same words once more, without what has been explained: a question for the name behind it. */
export function readTokens(tokens: readonly Token[], house: string, rest: Token[][] = []): Reading | null {
  const first = tokens.findIndex(({ word, house: number }) => number === '' && /\p{L}/u.test(word));
  if (first < 0) return null;
  const before = tokens.slice(0, first).find((token) => token.house !== '')?.house ?? '';
  const words = tokens.slice(first);
  const { kind, from } = readKind(words.map(({ word }) => word));
  return { kind, tokens: words.slice(from, from + MAX_TOKENS), house: house || before, rest };
}

function readFrom(parts: readonly (readonly string[])[], at: number): Reading | null {
  const others = parts.flatMap((words, other) => (other === at ? [] : [fold(words)]));
  // "Avinguda Meritxell, 10, Andorra"
  const alone = others.find((tokens) => tokens.length === 1 && tokens[0]!.house !== '');
  const rest = others.filter((tokens) => tokens !== alone);
  return readTokens(fold(parts[at]!), alone?.[0]?.house ?? '', rest);
}

function fold(words: readonly string[]): Token[] {
  const tokens = words.flatMap((raw): Token[] => {
    if (isHouseNumber(raw)) return [{ word: foldName(raw).replaceAll(' ', ''), raw, house: raw }];
    return foldName(raw)
      .split(' ')
      .filter((word) => word !== '')
      .map((word, part) => ({ word, raw: part === 0 ? raw : '', house: '' }));
  });
  return tokens.map((token, at) => ({ ...token, word: writeOut(token.word, at, tokens) }));
}

export const joinWords = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ');

/** As typed. */
export const joinRaw = (tokens: readonly Token[]): string =>
  tokens
    .map(({ raw }) => raw)
    .filter((raw) => raw !== '')
    .join(' ');
