import { decodeAs, type Encoding } from '../../../../src/lib/desk/import/encodings.ts';

const TABLES = new Map<Encoding, ReadonlyMap<string, number>>();

/** Encodes a text in a single-byte encoding by inverting its decoder, or in UTF-8 or UTF-16 with a mark. */
export function encodeAs(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  const table =
    TABLES.get(encoding) ??
    new Map(
      Array.from({ length: 256 }, (_, byte) => [decodeAs(new Uint8Array([byte]), encoding), byte] as const),
    );
  TABLES.set(encoding, table);
  return Uint8Array.from([...text].map((letter) => table.get(letter) ?? 63));
}
