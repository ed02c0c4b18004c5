// Its named `raw` is another function, a kind of bar code.
import barcodes from '@bwip-js/node';

/** Widths of a Code 128's bars and spaces in turn, in modules, beginning with a bar. */
export function code128Widths(text: string): number[] {
  const [symbol] = barcodes.raw('code128', text, '');
  if (symbol === undefined || !('sbs' in symbol)) throw new TypeError('No Code 128 was made.');
  return symbol.sbs;
}

/** Modules of a QR code by rows: whether each is dark. Medium error correction. */
export function qrRows(text: string): boolean[][] {
  const [symbol] = barcodes.raw('qrcode', text, 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new TypeError('No QR code was made.');
  const { pixs, pixx, pixy } = symbol;
  return Array.from({ length: pixy }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx).map((module) => module === 1),
  );
}
