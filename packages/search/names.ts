import { countEdits, countEditsToPrefix, maxTypos } from '#contract/count-edits.ts';
import { foldName } from '#network/snapshot-format/fold.ts';

/**
 * The ways to write the names of streets and towns: with a word for their kind or without it,
 * abbreviated, inflected, with typos.
 */

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

/**
 * Names of towns are written in many ways: with a word for the kind of municipality ("Narva linn", "Kauno m. sav."), with a river or
 * region that is abbreviated or lacks its preposition ("Frankfurt/Main", "Freiburg i. Br."). Names here are folded, unless it is said.
 */

/** Abbreviations before a word for a municipality: "m. sav." is that of a town, "r. sav." that of a district. */
const BEFORE_KIND = 'm|r|miesto|rajono';
/** Words for municipalities and districts, by language. */
const KIND_WORDS = [
  'linn vald alev alevik kula maakond', // et
  'sav savivaldybe savivaldybes rajonas seniunija seniunijos', // lt
  'novads novada nov valstspilseta pilseta pagasts pagasta pag ciems', // lv
  'kommune kommun kaupunki kunta', // da, no, sv, fi
  'gemeente gemeinde marktgemeinde stadtgemeinde stadt kreis landkreis kreisstadt bezirk', // nl, de
  'gmina gm powiat pow miasto', // pl
  'municipality borough', // en
  'comune commune ville canton', // it, fr
  'municipio ayuntamiento concelho', // es, pt
  'obcina opcina grad mesto obec okres okr', // sl, hr, cs, sk
  'municipiul orasul comuna', // ro
  'громада територіальна місто район', // uk
]
  .join(' ')
  .split(' ')
  .map(foldName);
const KINDS = new RegExp(
  `(?<=^| )((${BEFORE_KIND}) )?(${KIND_WORDS.join('|')})(?= |$)( (of|di|de|do|da|dei)(?= |$))?`,
  'gu',
);

/** The name without words for a kind of municipality; the name itself if it consists of such words alone. */
export function dropMunicipality(folded: string): string {
  const bare = folded.replace(KINDS, ' ').replace(/ +/g, ' ').trim();
  return bare === '' ? folded : bare;
}

/** Whether a name has nothing but words for a kind of municipality. */
export const isMunicipality = (folded: string): boolean => folded.replace(KINDS, ' ').trim() === '';

/** A name and its inflected form have at least these letters in common, and end in at most this many others. */
const MIN_STEM = 3;
const MAX_ENDING = 3;

/** Letters that two forms of one name begin with; 0 if they are different names. A whole name counts as more than its stem. */
export function countStem(one: string, other: string): number {
  if (one === other) return Infinity;
  let stem = 0;
  while (stem < one.length && one[stem] === other[stem]) stem++;
  const ending = Math.max(one.length, other.length) - stem;
  return stem >= MIN_STEM && ending <= MAX_ENDING ? stem : 0;
}

/** The beginning that all inflected forms of a name have. */
export const stemOf = (folded: string): string =>
  folded.slice(0, Math.max(MIN_STEM, folded.length - MAX_ENDING));

/** Between a town and its river or region, whole or abbreviated: "am", "a.", "nad", "n.", "sur", "upon". */
const PREPOSITIONS = new Set(
  (
    'a am an der den dem d auf i im in ob o bei b v vor unter ' +
    'sur s sous les lez la le l en du de del di da do das ' +
    'upon on by nad n nat pod p u w we k na pri aan het t op'
  ).split(' '),
);
/**
 * Whether words behind a town's name say which town of that name is meant: "o.d.T.", "ob der Tauber", "i. Br."; not so a street.
 * @param words as typed
 */
export function isAddition(words: readonly string[]): boolean {
  const [first = ''] = words;
  if (/\p{N}/u.test(words.join(''))) return false;
  return /^\p{Ll}{1,4}\./u.test(first) || (PREPOSITIONS.has(first) && words.length > 1);
}

/** A word without a full stop is an abbreviation up to this length: "Frankfurt a M". */
const MAX_ABBREVIATION = 2;

/**
 * Makes a test whether a typed name is another way to write a name: without prepositions, with the words behind the first one abbreviated.
 * @param typed as typed, since a full stop tells abbreviations: "Westf."
 * @returns to be called with folded names
 */
export function isWritingOf(typed: string): (name: string) => boolean {
  const words = wordsOf(typed);
  const first = `${foldName(typed).split(' ', 1)[0]} `;
  return (name) => {
    // Most names begin with another word.
    if (words.length < 2 || !name.startsWith(first)) return false;
    const others = name.split(' ').filter((word) => !PREPOSITIONS.has(word));
    return (
      words.length === others.length &&
      words.every(({ word, isShort }, at) => {
        const whole = others[at]!;
        return word === whole || (at > 0 && isShort && whole.startsWith(word));
      })
    );
  };
}

/**
 * Makes a test whether words begin with the name of a town, in any writing that folded words show, with or without a word
 * for a kind of municipality before it.
 * @returns to be called with folded names
 */
export function createTownTest(words: readonly string[]): (name: string) => boolean {
  const from = words.findIndex((word) => !isMunicipality(word));
  const typed = words.slice(Math.max(0, from));
  const text = `${typed.join(' ')} `;
  return (name) => {
    if (text.startsWith(`${name} `)) return true;
    // Most names begin with another word.
    if (!name.startsWith(`${typed[0]} `)) return false;
    return typed.some((_, at) => isWritingOf(typed.slice(0, at + 1).join(' '))(name));
  };
}

/** Folded, without prepositions. */
const wordsOf = (text: string) =>
  (text.match(/[\p{L}\p{M}\p{N}]+\.?/gu) ?? [])
    .map((word) => ({
      word: foldName(word),
      isShort: word.endsWith('.') || word.length <= MAX_ABBREVIATION,
    }))
    .filter(({ word }) => !PREPOSITIONS.has(word));

/**
 * Between the parts of a name that is written without blanks: "Frankfurt/Main", "Berlin-Mitte", "Halle(Saale)", "Praha 4-Nusle"; not in
 * house numbers.
 */
const BETWEEN_PARTS = /(?<=\p{L}{2}\.?|\d)[-/(–—]+(?=\p{L}{2})|(?<=\p{L}{2}\.?)\/(?=\p{L})|[()]/gu;

/** Splits words where the parts of a town's name meet. */
export const splitCompounds = (words: readonly string[]): string[] =>
  words.flatMap((word) => word.split(BETWEEN_PARTS)).filter((word) => /[\p{L}\p{N}]/u.test(word));

/**
 * Finds, among names and the whole words that they begin with, what is most similar to a typed
 * text; null if nothing is.
 */
export function findMisspeltName(names: readonly string[], typed: string): string | null {
  let least: number = maxTypos(typed.replaceAll(' ', '').length);
  let intended = '';
  for (const name of new Set(names)) {
    countEdits(typed, name, least).forEach((edits, length) => {
      // A letter is sooner left out than typed twice.
      if (edits > least || (edits === least && length <= intended.length)) return;
      if (length < name.length && name[length] !== ' ') return;
      least = edits;
      intended = name.slice(0, length);
    });
  }
  return intended || null;
}

/** Shorter names have too many like them, whatever stands before. */
const MIN_MISSPELT = 6;

/**
 * Whether a typed text is a name's beginning, but for typos.
 * @param more letters that were typed before it
 */
export function isMisspelt(typed: string, name: string, more = 0): boolean {
  const letters = typed.replaceAll(' ', '').length;
  const most = maxTypos(letters < MIN_MISSPELT ? letters : letters + more);
  return most > 0 && name.length <= typed.length + most && countEditsToPrefix(typed, name, most) <= most;
}
