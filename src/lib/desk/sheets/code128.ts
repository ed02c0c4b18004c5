/** Widths of the bars and spaces of each symbol, in modules, beginning with a bar (ISO/IEC 15417). */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 ' +
  '113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 ' +
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 ' +
  '113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 ' +
  '241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 ' +
  '211232 2331112'
).split(' ');

const [SWITCH_TO_C, SWITCH_TO_B, START_B, START_C, STOP] = [99, 100, 104, 105, 106];
const FIRST_CHARACTER = 32;
/** Pairs of digits are shorter in set C, from four digits on. */
const DIGITS = /^\d{4,}/;

/**
 * Encodes a text as Code 128, with pairs of digits where they are shorter.
 * @returns widths of bars and spaces in modules, beginning with a bar; null: the text is empty, or has a
 *   character that isn't printable ASCII
 */
export function encodeCode128(text: string): number[] | null {
  if (!/^[ -~]+$/.test(text)) return null;
  const symbols: number[] = [];
  let set: 'B' | 'C' | null = null;
  for (let at = 0; at < text.length;) {
    const digits = DIGITS.exec(text.slice(at))?.[0].length ?? 0;
    const isPair = /^\d\d/.test(text.slice(at));
    const next: 'B' | 'C' = (set === 'C' ? isPair : digits > 0 && digits % 2 === 0) ? 'C' : 'B';
    if (next !== set)
      symbols.push(
        set === null ? (next === 'C' ? START_C : START_B) : next === 'C' ? SWITCH_TO_C : SWITCH_TO_B,
      );
    set = next;
    const length = set === 'C' ? 2 : 1;
    const part = text.slice(at, at + length);
    symbols.push(set === 'C' ? Number(part) : part.charCodeAt(0) - FIRST_CHARACTER);
    at += length;
  }
  const [start = 0, ...others] = symbols;
  const check = others.reduce((sum, symbol, at) => sum + symbol * (at + 1), start) % 103;
  return [...symbols, check, STOP].flatMap((symbol) => [...PATTERNS[symbol]!].map(Number));
}
