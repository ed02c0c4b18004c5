import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, writeBarcode } from 'zxing-wasm/full';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/full/zxing_full.wasm'));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) },
});

/** Reads codes as a scanner does: texts by kind of code. @param image as pixels, or a file's bytes */
export async function scan(image: ImageData | Uint8Array): Promise<Record<string, string>> {
  const found = await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 10 });
  return Object.fromEntries(found.map(({ format, text }) => [format, text]));
}

/** Reads all codes of a page: their texts, in no order. */
export async function scanAll(image: ImageData): Promise<string[]> {
  return (await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 255 })).map(({ text }) => text);
}

/** Encodes a text as a printer does: modules by rows, whether each is dark. Uses another library than the PDF writer. */
export async function encode(format: 'Code128' | 'QRCode', text: string): Promise<boolean[][]> {
  const options = format === 'QRCode' ? 'ecLevel=M' : '';
  const { symbol, error } = await writeBarcode(text, { format, options });
  if (symbol === null || error !== '') throw new Error(error);
  const { data, width, height } = symbol;
  return Array.from({ length: format === 'Code128' ? 1 : height }, (_, row) =>
    Array.from(data.subarray(row * width, (row + 1) * width), (light) => light === 0),
  );
}
