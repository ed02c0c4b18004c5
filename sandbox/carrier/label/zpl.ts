import type { LabelText } from './label.ts';

/** Dots per mm of printers with 203 and 300 dpi. */
const DOTS = { 203: 8, 300: 12 };
export type Dpi = keyof typeof DOTS;

/** Width and height of the drawn part of an A6 label, in mm. */
const WIDTH = 102;
const HEIGHT = 148;

/** Lists the texts of a label with their positions in mm, and sizes. */
function listTexts({ title, from, to, notes }: LabelText) {
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
export function writeZpl(label: LabelText, dpi: Dpi): string {
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
