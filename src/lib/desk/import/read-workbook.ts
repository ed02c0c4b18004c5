import type { SourceProblem } from './describe-source-problem.ts';
import { MAX_COLUMNS, MAX_ROWS, toTable, type ReadTable } from './read-table.ts';
import {
  readRelations,
  readSharedTexts,
  readSheetNames,
  readSheetRows,
  readZeroFormats,
  type SheetParts,
} from './sheet-xml.ts';
import { listZip, readZipText, ZipTooLarge, type ZipEntry } from './zip.ts';

/** A sheet of a workbook. */
export interface WorkbookTable extends ReadTable {
  /** Names of the visible sheets. */
  sheets: string[];
  /** The sheet that was read. */
  sheet: string;
}

/** Largest size of an unpacked part. A sheet of 5,000 rows and 100 columns has half of it. */
const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_TEXTS = (MAX_ROWS + 1) * MAX_COLUMNS;

/**
 * Reads a sheet of an XLSX file. Formulas count as the values that were stored with them; links to other
 * files aren't followed.
 * @param wanted name of the sheet; null: the first visible one with cells
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | null,
): Promise<WorkbookTable | SourceProblem> {
  try {
    return await readParts(bytes, wanted);
  } catch (error) {
    if (error instanceof ZipTooLarge) return 'workbook_large';
    return 'workbook';
  }
}

async function readParts(bytes: Uint8Array, wanted: string | null): Promise<WorkbookTable | SourceProblem> {
  const entries = listZip(bytes);
  const workbook = entries?.get('xl/workbook.xml');
  if (entries === null || workbook === undefined) return 'workbook';
  const read = async (entry: ZipEntry | undefined) =>
    entry === undefined ? '' : refuseDoctype(await readZipText(bytes, entry, MAX_PART_BYTES));
  const names = readSheetNames(await read(workbook));
  const files = readRelations(await read(entries.get('xl/_rels/workbook.xml.rels')));
  const texts = readSharedTexts(await read(entries.get('xl/sharedStrings.xml')), MAX_TEXTS);
  if (texts === null) return 'workbook_large';
  const parts = { texts, zeroFormats: readZeroFormats(await read(entries.get('xl/styles.xml'))) };
  const sheets = names.map(({ name }) => name);
  for (const { name, relation } of names) {
    if (wanted !== null && name !== wanted) continue;
    const file = files.get(relation) ?? '';
    const path = file.startsWith('/') ? file.slice(1) : `xl/${file}`;
    const table = readRows(await read(entries.get(path)), parts);
    if (typeof table === 'string' && table === 'no_rows' && wanted === null) continue;
    return typeof table === 'string' ? table : { ...table, sheets, sheet: name };
  }
  return 'no_rows';
}

/** No workbook has one, and it could define entities. */
function refuseDoctype(xml: string): string {
  if (/<!DOCTYPE/i.test(xml.slice(0, 4096))) throw new TypeError('A workbook has no DOCTYPE.');
  return xml;
}

function readRows(xml: string, parts: SheetParts): ReadTable | SourceProblem {
  const rows: string[][] = [];
  for (const cells of readSheetRows(xml, parts)) {
    if (cells.size === 0) continue;
    if (cells.size > MAX_COLUMNS) return 'too_many_columns';
    const width = Math.max(...cells.keys()) + 1;
    if (width > MAX_COLUMNS) return 'too_many_columns';
    rows.push(Array.from({ length: width }, (_, at) => cells.get(at) ?? ''));
    if (rows.length > MAX_ROWS + 1) return 'too_many_rows';
  }
  const table = toTable(rows, []);
  // Cells of a workbook have their places, so none is cut in two.
  return table === 'no_rows' ? table : { ...table, widths: [] };
}
