const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;

/** Combining marks by their names in entities of letters with accents: `&eacute;`, `&Aogon;`. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030A',
  dblac: '\u030B',
  caron: '\u030C',
  cedil: '\u0327',
  ogon: '\u0328',
};
const LETTER = new RegExp(`^([A-Za-z])(${Object.keys(MARKS).join('|')})$`);

/** Other entities that feeds contain, with the character after each name. */
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  (
    'amp& lt< gt> quot" apos\' AMP& LT< GT> QUOT" ' +
    'nbsp\u00A0 shy\u00AD ndash– mdash— hellip… bull• middot· deg° ordf\u00AA ordm\u00BA sect§ para¶ copy© reg® trade™ euro€ ' +
    'lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ laquo« raquo» lsaquo‹ rsaquo› iexcl¡ iquest¿ times× plusmn± ' +
    'szligß AEligÆ aeligæ OEligŒ oeligœ OslashØ oslashø ETHÐ ethð THORNÞ thornþ ' +
    'LstrokŁ lstrokł DstrokĐ dstrokđ inodotı'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
);

/** Replaces the HTML entities of a text, once; unknown ones and those of control characters stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name: string = '') => {
    if (decimal !== undefined || hex !== undefined)
      return writeCharacter(decimal === undefined ? parseInt(hex!, 16) : Number(decimal)) ?? whole;
    const [, letter, mark] = LETTER.exec(name) ?? [];
    const character = mark === undefined ? CHARACTERS.get(name) : `${letter}${MARKS[mark]!}`.normalize('NFC');
    return character ?? whole;
  });
}

/** @returns undefined for half of a surrogate pair, and for control characters, which no text needs */
function writeCharacter(code: number): string | undefined {
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return undefined;
  const character = String.fromCodePoint(code);
  return /\p{Cc}/u.test(character) && !/[\t\n\r]/.test(character) ? undefined : character;
}
