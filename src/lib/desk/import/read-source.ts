import { decode } from './decode.ts';
import type { Encoding } from './encodings.ts';
import type { SourceProblem } from './describe-source-problem.ts';
import { MAX_FILE_BYTES, readTable, type ReadTable } from './read-table.ts';

/** The table read from a file. */
export interface SourceTable extends ReadTable {
  /** null: a workbook. */
  encoding: Encoding | null;
  /** Other encodings that are as likely. */
  others: readonly Encoding[];
  /** Number of NUL characters, which were removed. */
  nuls: number;
  /** Names of a workbook's sheets; empty for a text. */
  sheets: readonly string[];
  /** The sheet that was read; empty for a text. */
  sheet: string;
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
  return readBytes(bytes, language);
}

/** How to read a file, as the user has chosen. */
export interface Reading {
  /** null: detect it from the bytes. */
  encoding?: Encoding | null;
  /** null: the first one of the workbook. */
  sheet?: string | null;
}

/** First bytes of a ZIP archive, as which workbooks are stored. */
const isZip = ([p, k, three, four]: Uint8Array) => p === 0x50 && k === 0x4b && three === 3 && four === 4;

export async function readBytes(
  bytes: Uint8Array,
  language: string,
  { encoding = null, sheet = null }: Reading = {},
): Promise<SourceTable | SourceProblem> {
  if (isZip(bytes)) {
    const { readWorkbook } = await import('./read-workbook.ts');
    const workbook = await readWorkbook(bytes, sheet);
    return typeof workbook === 'string'
      ? workbook
      : { ...workbook, encoding: null, others: [], nuls: 0, bytes };
  }
  const decoded = decode(bytes, language, encoding);
  if (typeof decoded === 'string') return decoded;
  const { text, ...how } = decoded;
  const table = await readTable(text);
  return typeof table === 'string' ? table : { ...how, ...table, bytes, sheets: [], sheet: '' };
}

/** Reads pasted cells, which spreadsheets separate by tabs. */
export async function readPasted(text: string): Promise<ReadTable | SourceProblem> {
  if (text.trim() === '') return 'empty';
  return text.length > MAX_FILE_BYTES ? 'too_large' : readTable(text.replaceAll('\0', ''));
}
