import { SHEET, type SheetText } from './sheet-page.ts';
import type { InkBitmap, TextPainter } from './write-sheet-file.ts';

/** Dots per point: 300 dpi. */
const SCALE = 300 / 72;
const [WIDTH, HEIGHT] = [Math.round(SHEET.width * SCALE), Math.round(SHEET.height * SCALE)];
/** Darkness from which a dot is ink, of 255. */
const INK = 110;

const fontOf = (size: number, bold: boolean) => `${bold ? '700' : '400'} ${size}px sans-serif`;

/** Creates a painter with a canvas. @throws Error where the browser provides none */
export function createTextPainter(): TextPainter {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser provides no canvas to draw texts on.');

  return {
    measure(text, size, bold) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      // Measured at the size of the dots, because browsers round widths of small letters.
      context.font = fontOf(size * SCALE, bold);
      return context.measureText(text).width / SCALE;
    },
    paint(texts) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, WIDTH, HEIGHT);
      context.fillStyle = 'black';
      context.textBaseline = 'alphabetic';
      for (const each of texts) drawText(context, each);
      return toInk(context.getImageData(0, 0, WIDTH, HEIGHT).data);
    },
  };
}

function drawText(context: CanvasRenderingContext2D, { text, x, y, size, bold, align }: SheetText): void {
  context.font = fontOf(size * SCALE, bold);
  context.textAlign = align;
  context.fillText(text, x * SCALE, y * SCALE);
}

/** @param pixels RGBA; the ink is their opacity */
function toInk(pixels: Uint8ClampedArray): InkBitmap {
  const bytesPerRow = Math.ceil(WIDTH / 8);
  const bits = new Uint8Array(bytesPerRow * HEIGHT).fill(255);
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++) {
      if (pixels[(row * WIDTH + column) * 4 + 3]! < INK) continue;
      const at = row * bytesPerRow + (column >> 3);
      bits[at] = bits[at]! & ~(0x80 >> (column & 7));
    }
  return { width: WIDTH, height: HEIGHT, bits };
}
