/** Longer names are truncated. */
const MAX_LETTERS = 60;
/** Longer texts are ignored. */
const MAX_CHARACTERS = 400;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Four or more combining marks on one letter would cover the lines above and below. */
const TOWER_OF_MARKS = /\p{M}{4,}/u;
const SIMPLE_SCRIPTS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]*$/u;

/** Returns a name without control and formatting characters, which could reverse or hide others; null if there is none. */
export function cleanName(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return null;
  const name = value.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  if (name === '' || TOWER_OF_MARKS.test(name)) return null;
  const letters = [...name];
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…` : name;
}

/** Whether the letters can be drawn one by one: not in scripts like Arabic, whose letters join, nor with combining marks. */
export function isSimpleScript(name: string): boolean {
  return SIMPLE_SCRIPTS.test(name);
}
