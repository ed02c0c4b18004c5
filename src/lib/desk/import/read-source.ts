import { decode, type Decoded, type Encoding } from './decode.ts';
import type { SourceProblem } from './describe-source-problem.ts';
import { MAX_FILE_BYTES, readTable, type ReadTable } from './read-table.ts';

/** The table read from a file. */
export interface SourceTable extends Omit<Decoded, 'text'>, ReadTable {
  /** The file's bytes, so that they can be decoded again in another encoding. */
  bytes: Uint8Array;
}

/**
 * Reads a table from a file. Doesn't open a file that is too large.
 * @param language language of the page
 */
export async function readSource(file: File, language: string): Promise<SourceTable | SourceProblem> {
  if (file.size > MAX_FILE_BYTES) return 'too_large';
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return 'unreadable';
  }
  return readBytes(bytes, language, null);
}

/** @param encoding encoding chosen by the user; null: detect it from the bytes */
export async function readBytes(
  bytes: Uint8Array,
  language: string,
  encoding: Encoding | null,
): Promise<SourceTable | SourceProblem> {
  const decoded = decode(bytes, language, encoding);
  if (typeof decoded === 'string') return decoded;
  const { text, ...how } = decoded;
  const table = await readTable(text);
  return typeof table === 'string' ? table : { ...how, ...table, bytes };
}

/** Reads pasted cells, which spreadsheets separate by tabs. */
export async function readPasted(text: string): Promise<ReadTable | SourceProblem> {
  if (text.trim() === '') return 'empty';
  return text.length > MAX_FILE_BYTES ? 'too_large' : readTable(text.replaceAll('\0', ''));
}
