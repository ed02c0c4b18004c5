import type { Label } from './label.ts';

/** Dots per mm of printers with 203 and 300 dpi. */
const DOTS = { 203: 8, 300: 12 };
export type Dpi = keyof typeof DOTS;

/** Width and height of the drawn part of an A6 label, in mm. */
const WIDTH = 102;
const HEIGHT = 148;

/** Lists the texts of a label with their positions in mm, and sizes. The same in all printer languages. */
function listTexts({ title, from, to, notes }: Label) {
  const block = (top: number, lines: readonly string[], size: 1 | 2) =>
    lines.map((line, index) => ({ left: 6, top: top + index * 3 * (size + 0.5), size, line }));
  return [
    { left: 6, top: 5, size: 2 as const, line: title },
    ...block(14, from, 1),
    ...block(40, to, 2),
    ...block(118, notes, 1),
  ];
}

/** Positions of the bar code and the QR code, in mm. */
const BARS = { left: 9, top: 80, height: 24 };
const SQUARE = { left: 72, top: 116 };

/** Writes ZPL II. A printer's fonts lack some letters, so the texts are ASCII; `^` and `~` are written as hexadecimal. */
export function writeZpl(label: Label, dpi: Dpi): string {
  const dots = DOTS[dpi];
  const at = ({ left, top }: { left: number; top: number }) => `^FO${left * dots},${top * dots}`;
  const data = (text: string) =>
    `^FH_^FD${text.replace(/[\^~_]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`)}^FS`;
  const texts = listTexts(label).map(
    ({ size, line, ...place }) => `${at(place)}^A0N,${size * 2.5 * dots},${size * 2 * dots}${data(line)}`,
  );
  return [
    '^XA',
    `^PW${WIDTH * dots}`,
    `^LL${HEIGHT * dots}`,
    ...texts,
    // `>;` encodes digits in pairs.
    `${at(BARS)}^BY${dots / 2}^BCN,${BARS.height * dots},Y,N,N^FD>;${label.trackingNumber}^FS`,
    `${at(SQUARE)}^BQN,2,${dots}^FDMA,${label.trackingNumber}^FS`,
    '^XZ',
    '',
  ].join('\n');
}

/** Writes EPL2, for 203 dpi. */
export function writeEpl(label: Label): string {
  const dots = DOTS[203];
  const texts = listTexts(label).map(
    ({ left, top, size, line }) =>
      `A${left * dots},${Math.round(top * dots)},0,${size * 2},1,1,N,"${line.replace(/["\\]/g, '\\$&')}"`,
  );
  return [
    '',
    'N',
    `q${WIDTH * dots}`,
    `Q${HEIGHT * dots},24`,
    ...texts,
    `B${BARS.left * dots},${BARS.top * dots},0,1C,4,8,${BARS.height * dots},B,"${label.trackingNumber}"`,
    `b${SQUARE.left * dots},${SQUARE.top * dots},Q,m2,s8,"${label.trackingNumber}"`,
    'P1',
    '',
  ].join('\n');
}

/**
 * Writes DPL, for 203 dpi. Positions and modules are in tenths of a mm (`<STX>m`), from the lower edge. Larger texts double font 1,
 * because the larger fonts have no lower-case letters.
 */
export function writeDpl(label: Label): string {
  const dots = DOTS[203];
  const digits = (millimetres: number) => String(Math.round(millimetres * 10)).padStart(4, '0');
  const at = (left: number, top: number, high: number) => digits(HEIGHT - top - high) + digits(left);
  const font = { 1: '211', 2: '122' };
  const texts = listTexts(label).map(
    ({ left, top, size, line }) => `1${font[size]}000${at(left, top, 3)}${line}`,
  );
  return [
    '\x02m',
    '\x02L',
    'D11',
    ...texts,
    // `E` prints the number in digits; `C` encodes digits in pairs.
    `1E${dots}${dots / 2}${String(BARS.height * 10).padStart(3, '0')}${at(BARS.left, BARS.top, BARS.height)}C${label.trackingNumber}`,
    // `A` means 10 tenths. Only an empty line ends the data of a QR code.
    `1W1dAA000${at(SQUARE.left, SQUARE.top, 21)}${label.trackingNumber}`,
    '',
    'E',
    '',
  ].join('\r');
}
