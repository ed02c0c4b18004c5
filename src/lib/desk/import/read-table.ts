import { readCell } from '../csv.ts';

/** Bounds of an imported table. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 100;
/** Without a line break: no row of a hundred columns is so long. */
const MAX_LINE = 200_000;

/** Why a text is no table that can be imported. */
export type NotTable = 'too_many_rows' | 'too_many_columns' | 'endless_line' | 'no_rows';

/**
 * Reads a table: the delimiter (comma, semicolon, tab, |) is found by what the lines have in common; cells may be in quotes and have line
 * breaks then. Empty rows and columns are left out, and all rows have the same length.
 */
export async function readTable(text: string): Promise<string[][] | NotTable> {
  if (hasEndlessLine(text)) return 'endless_line';
  const { default: papaparse } = await import('papaparse');
  const rows: string[][] = [];
  let problem: NotTable | null = null;
  papaparse.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    step({ data }, parser) {
      const cells = trimEnd(data.map(readCell));
      if (cells.length > MAX_COLUMNS) problem = 'too_many_columns';
      // One more may be the names of the columns.
      else if (rows.length > MAX_ROWS) problem = 'too_many_rows';
      if (problem === null) rows.push(cells);
      else parser.abort();
    },
  });
  if (problem !== null) return problem;
  return rows.length === 0 ? 'no_rows' : makeEven(rows);
}

function hasEndlessLine(text: string): boolean {
  for (let start = 0; text.length - start > MAX_LINE;) {
    const last = text.lastIndexOf('\n', start + MAX_LINE);
    const end = last > start ? last : text.lastIndexOf('\r', start + MAX_LINE);
    if (end <= start) return true;
    start = end;
  }
  return false;
}

/** Spreadsheets write empty columns at the end. */
function trimEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function makeEven(rows: readonly string[][]): string[][] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
}
