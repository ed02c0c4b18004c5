import { countEditsToPrefix } from '#contract/count-edits.ts';
import { foldName } from '#network/snapshot-format/fold.ts';

/**
 * Words for kinds of streets that stand before the name, folded, each with its abbreviations.
 * People leave them out, abbreviate them or take another one, so names are sorted by what follows
 * them.
 */
const TYPES: readonly string[] = [
  'avinguda avenida avda avd av avgda avenue ave',
  'carrer carreró c cr calle cl cr',
  'rue r',
  'via v',
  'viale vle',
  'rua',
  'ulica ul',
  'ulitsa',
  'вулиця вул',
  'улица ул',
  'проспект просп пр',
  'площа площадь пл',
  'провулок пров',
  'бульвар бул',
  'placa plaza plaça pza plza pl place piazza pza praca plac namesti nam platz plein',
  'passeig paseo pg passatge passage pasaje pasatge ptge',
  'carretera ctra cra crta',
  'cami camino chemin ch che cm',
  'boulevard bd bld blvd boul',
  'quai',
  'square sq',
  'allee allees all',
  'impasse imp',
  'route rte',
  'ruelle',
  'montee',
  'escalier escaliers esc',
  'sentier',
  'travessa travessia traverse',
  'urbanitzacio urbanizacion urb',
  'largo',
  'corso cso',
  'vicolo',
  'strada',
  'aleja aleje al',
  'osiedle os',
  'trida tr',
  'nabrezi',
  'rotonda',
];
/** Between such a word and the name. */
const BETWEEN = new Set(
  'de del dels de la les los las el l d des du da do dos das di della dello dei degli delle van der den the of of и i'.split(
    ' ',
  ),
);
/** Before the names of places. */
const ARTICLES = new Set('la le les los las el els l lo il der die das the den het'.split(' '));
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  rd: 'road',
  dr: 'doctor',
  gral: 'general',
  mgr: 'monseigneur',
};
/** The same at the end of a name: "High St". */
const LAST_WRITTEN_OUT: Readonly<Record<string, string>> = {
  ...WRITTEN_OUT,
  st: 'street',
  ave: 'avenue',
  dr: 'drive',
};

/** Each word with the first of its row, its kind. */
const KIND_OF = new Map(
  TYPES.flatMap((row) => {
    const words = row.split(' ').map(foldName);
    return words.map((word) => [word, words[0]!] as const);
  }),
);
/** Misspelt words for kinds are known from this length on. */
const MIN_LETTERS_WITH_TYPOS = 6;
const LONG_KINDS = [...KIND_OF.keys()].filter((word) => word.length >= MIN_LETTERS_WITH_TYPOS);

interface FoldedStreet {
  /** The word by which the name is sorted and found: "meritxell" for "Avinguda de Meritxell". */
  key: string;
  /** The word for its kind, in one spelling; empty if the name has none. */
  kind: string;
}

/**
 * Folds a street's name with all its words, as the network's table sorts it: without "ul.", which
 * people leave out, and with "Str." written out. "ul. Główna" → "glowna", "Bergstr." →
 * "bergstrasse".
 */
export function foldStreet(name: string): string {
  const words = foldName(name).split(' ');
  const from = words.length > 1 && KIND_OF.get(words[0]!) === 'ulica' ? 1 : 0;
  return words.slice(from).map(writeStreet).join(' ');
}

/** "Str." stands for "Straße" at the end of a word. */
const writeStreet = (word: string) => word.replace(/str$/, 'strasse');

/**
 * Folds a street's name: without the word for its kind and the articles behind it, abbreviations
 * written out.
 */
export function foldStreetName(name: string): FoldedStreet {
  const words = foldName(name).split(' ');
  const { kind, from } = readKind(words);
  return { key: words.slice(from).map(writeOut).join(' '), kind };
}

/**
 * The word for the kind of street at the beginning of folded words, and where the name begins:
 * behind it and articles, which people leave out ("Massana" for La Massana).
 */
export function readKind(words: readonly string[]): { kind: string; from: number } {
  const kind = words.length > 1 ? kindOf(words[0]!) : '';
  const skipped = kind === '' ? ARTICLES : BETWEEN;
  let from = kind === '' ? 0 : 1;
  while (from < words.length - 1 && skipped.has(words[from]!)) from++;
  return { kind, from };
}

/** Folds the name of a place or landmark: without an article before it. */
export const foldPlaceName = (name: string): string => dropArticles(foldName(name).split(' ')).join(' ');

/** Folded words without the articles before them. */
export function dropArticles(words: readonly string[]): readonly string[] {
  let from = 0;
  while (from < words.length - 1 && ARTICLES.has(words[from]!)) from++;
  return words.slice(from);
}

/** Writes out a word of a folded name. */
export function writeOut(word: string, at: number, all: readonly unknown[]): string {
  const out = at === all.length - 1 && at > 0 ? LAST_WRITTEN_OUT : WRITTEN_OUT;
  return Object.hasOwn(out, word) ? out[word]! : writeStreet(word);
}

function kindOf(word: string): string {
  const known = KIND_OF.get(word);
  if (known !== undefined || word.length < MIN_LETTERS_WITH_TYPOS) return known ?? '';
  // One letter, or letters in another order: "Escaldes" is no "Escalier".
  const intended = LONG_KINDS.find(
    (kind) =>
      kind[0] === word[0] &&
      Math.abs(kind.length - word.length) < 2 &&
      (countEditsToPrefix(word, kind, 1) <= 1 || sortLetters(word) === sortLetters(kind)),
  );
  return intended === undefined ? '' : KIND_OF.get(intended)!;
}

const sortLetters = (word: string) => [...word].sort().join('');
