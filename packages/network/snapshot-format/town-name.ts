import { foldName } from './fold.ts';

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
