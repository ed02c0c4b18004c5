/** The basic table of GSM's alphabet (3GPP TS 23.038), and its second table, whose letters count twice. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('^{}\\[~]|€');
const MAX_GSM = 160;
/** In any other alphabet (UCS-2). */
const MAX_OTHER = 70;

/** Signs that have a plain form in GSM's alphabet, and letters that don't decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '’': "'", '‘': "'", '‚': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '–': '-', '—': '-', '\u2011': '-', '…': '...', '·': '-', '\u00a0': ' ', '\u202f': ' ' },
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', œ: 'oe', Œ: 'OE' },
};

/**
 * Fits a text message into a single SMS: the longest of the texts that fits, in GSM's alphabet where the
 * language allows; accents that it lacks are left out, as is usual in messages of Poland and Czechia.
 * @param texts longest first; if none fits, the last one is cut, but not its last word, the number
 */
export function fitSms(texts: readonly string[]): string {
  const plain = texts.map((text) => toGsm(text.replaceAll(/\s+/g, ' ').trim()));
  const fitting = plain.find(fits);
  if (fitting !== undefined) return fitting;
  const [, start = '', number = ''] = /^(.*) (\S+)$/s.exec(plain.at(-1)!) ?? [];
  const letters = Array.from(start);
  while (letters.length > 0 && !fits(`${letters.join('')}. ${number}`)) letters.pop();
  return `${letters.join('').trimEnd()}. ${number}`;
}

/** Replaces letters that GSM's alphabet lacks, if all have a plain form in it; else the text stays. */
function toGsm(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    if (BASIC.has(letter) || EXTENDED.has(letter)) return letter;
    return PLAIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
  });
  const plain = letters.join('');
  return countGsm(plain) === null ? text : plain;
}

/** @returns the length in GSM's alphabet; null for a text with other letters */
function countGsm(text: string): number | null {
  let count = 0;
  for (const letter of text) {
    if (!BASIC.has(letter) && !EXTENDED.has(letter)) return null;
    count += EXTENDED.has(letter) ? 2 : 1;
  }
  return count;
}

function fits(text: string): boolean {
  const count = countGsm(text);
  return count === null ? text.length <= MAX_OTHER : count <= MAX_GSM;
}
