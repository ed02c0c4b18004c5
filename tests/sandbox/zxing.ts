import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, writeBarcode } from 'zxing-wasm/full';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/full/zxing_full.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) },
});

/** Reads what a scanner would: texts by the kind of code. @param image as pixels, or a file's bytes */
export async function scan(image: ImageData | Uint8Array): Promise<Record<string, string>> {
  const found = await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 10 });
  return Object.fromEntries(found.map(({ format, text }) => [format, text]));
}

/** Modules of a code by rows, as a printer makes them of a text: whether each is dark. Another library's than the PDF's. */
export async function encode(format: 'Code128' | 'QRCode', text: string): Promise<boolean[][]> {
  const options = format === 'QRCode' ? 'ecLevel=M' : '';
  const { symbol, error } = await writeBarcode(text, { format, options });
  if (symbol === null || error !== '') throw new Error(error);
  const { data, width, height } = symbol;
  return Array.from({ length: format === 'Code128' ? 1 : height }, (_, row) =>
    Array.from(data.subarray(row * width, (row + 1) * width), (light) => light === 0),
  );
}
