import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) },
});

/** Pixels for each of a PDF's points: 203 dpi, as on the coarsest printers. */
const SCALE = 203 / 72;

/** A page of a PDF as it is printed: its filled rectangles alone. Other drawing would throw. */
export interface PrintedPage {
  text: string[];
  image: ImageData;
}

/** Draws a PDF whose contents aren't compressed, and reads its texts. */
export function printPdf(bytes: Uint8Array): PrintedPage[] {
  const file = Buffer.from(bytes).toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(file) ?? [];
  return [...file.matchAll(/\/Length (\d+) >>\nstream\n/g)].map((match) => {
    const content = file.slice(match.index + match[0].length).slice(0, Number(match[1]));
    return printPage(content, Number(width), Number(height));
  });
}

function printPage(content: string, width: number, height: number): PrintedPage {
  const [columns, rows] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  const data = new Uint8ClampedArray(columns * rows * 4).fill(255);
  const text: string[] = [];
  let path: number[][] = [];
  for (const line of content.split('\n')) {
    const [, written] = /^BT .* \((.*)\) Tj ET$/.exec(line) ?? [];
    if (written !== undefined) text.push(written.replace(/\\(.)/g, '$1'));
    else if (line.endsWith(' re')) path.push(line.split(' ').slice(0, 4).map(Number));
    else if (line === 'f') {
      for (const rectangle of path) fill(rectangle);
      path = [];
    } else throw new Error(`Not drawn: ${line}`);
  }
  return { text, image: { data, width: columns, height: rows, colorSpace: 'srgb' } };

  function fill([left = 0, bottom = 0, wide = 0, high = 0]: number[]): void {
    const [right, top] = [left + wide, bottom + high];
    if (left < 0 || bottom < 0 || right > width || top > height) throw new Error('Drawn beside the page.');
    for (let row = Math.round((height - top) * SCALE); row < Math.round((height - bottom) * SCALE); row++)
      for (let column = Math.round(left * SCALE); column < Math.round(right * SCALE); column++)
        data.fill(0, (row * columns + column) * 4, (row * columns + column) * 4 + 3);
  }
}

/** Reads what a scanner would: texts by the kind of code. */
export async function scan(image: ImageData): Promise<Record<string, string>> {
  const found = await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 10 });
  return Object.fromEntries(found.map(({ format, text }) => [format, text]));
}
