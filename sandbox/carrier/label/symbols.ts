// Use the default export: the named export `raw` is a different function, for a kind of bar code.
import barcodes from '@bwip-js/node';

/** Computes the widths of a Code 128's bars and spaces, alternating, in modules, beginning with a bar. */
export function code128Widths(text: string): number[] {
  const [symbol] = barcodes.raw('code128', text, '');
  if (symbol === undefined || !('sbs' in symbol)) throw new TypeError('The library returned no Code 128.');
  return symbol.sbs;
}

/** Computes the modules of a QR code by rows: whether each is dark. Uses medium error correction. */
export function qrRows(text: string): boolean[][] {
  const [symbol] = barcodes.raw('qrcode', text, 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new TypeError('The library returned no QR code.');
  const { pixs, pixx, pixy } = symbol;
  return Array.from({ length: pixy }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx).map((module) => module === 1),
  );
}
