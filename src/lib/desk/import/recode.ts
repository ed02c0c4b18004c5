import type { Desk } from '../desk.svelte.ts';
import { decodeAs, type Encoding } from './encodings.ts';
import { chooseColumns, type ImportRecord } from './import-record.ts';

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** Bytes by letter, for encodings of one byte per letter. */
const ENCODERS = new Map<Encoding, ReadonlyMap<string, number>>();

function encoderOf(encoding: Encoding): ReadonlyMap<string, number> {
  const encoder =
    ENCODERS.get(encoding) ??
    new Map(Array.from(decodeAs(BYTES, encoding), (letter, byte) => [letter, byte] as const));
  ENCODERS.set(encoding, encoder);
  return encoder;
}

/**
 * Reads a text again that was decoded in another encoding. Both have one byte per letter, so the bytes of the file
 * aren't needed.
 */
export function recode(text: string, from: Encoding, to: Encoding): string {
  const encoder = encoderOf(from);
  const unknown = encoder.get('?')!;
  return decodeAs(
    Uint8Array.from(text, (letter) => encoder.get(letter) ?? unknown),
    to,
  );
}

const recodeAll = (cells: readonly string[], from: Encoding, to: Encoding) =>
  cells.map((cell) => recode(cell, from, to));

/**
 * Finds the first row of a table that the encodings read differently, in each of them.
 * @param encodings the one in which the table was read, then others
 */
export function listReadings(
  { header, rows }: Pick<ImportRecord, 'header' | 'rows'>,
  encodings: readonly Encoding[],
): string[] {
  const [own, ...others] = encodings;
  const isDifferent = (cells: readonly string[]) =>
    others.some((other) => cells.some((cell) => recode(cell, own!, other) !== cell));
  const cells = [header, ...rows.map((row) => row.cells)].find(isDifferent) ?? [];
  const filled = cells.filter((cell) => cell !== '');
  return encodings.map((encoding) => recodeAll(filled, own!, encoding).join(' · '));
}

/** Settles the encoding of an import, and reads its table again if it is another one. Edits and ticks stay. */
export async function settleEncoding(
  desk: Desk,
  record: ImportRecord,
  encoding: Encoding,
): Promise<ImportRecord> {
  const from = record.encoding;
  if (from === null || from === encoding) return { ...record, otherEncodings: [] };
  const header = recodeAll(record.header, from, encoding);
  const rows = record.rows.map((row) => ({ ...row, cells: recodeAll(row.cells, from, encoding) }));
  const isSameHeader = header.every((name, at) => name === record.header[at]);
  const columns = isSameHeader
    ? record.columns
    : await chooseColumns(
        desk,
        header,
        rows.map(({ cells }) => cells),
      );
  return { ...record, encoding, otherEncodings: [], header, rows, columns };
}
