/** Longer names are told in part: nobody reads more along a street. */
const MAX_LETTERS = 60;
/** Longer texts are no names. */
const MAX_CHARACTERS = 400;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** So many marks on one letter stand over the lines above and below it. */
const TOWER_OF_MARKS = /\p{M}{4,}/u;
const SIMPLE_SCRIPTS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]*$/u;

/** A name as it may be written, without what would turn or hide other letters; null where there is none. */
export function cleanName(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return null;
  const name = value.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  if (name === '' || TOWER_OF_MARKS.test(name)) return null;
  const letters = [...name];
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…` : name;
}

/** Whether each letter looks the same alone as between others: not so in Arabic, nor with marks that belong to another letter. */
export function isSimpleScript(name: string): boolean {
  return SIMPLE_SCRIPTS.test(name);
}
