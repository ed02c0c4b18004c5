import type papaparse from 'papaparse';
import { readCell } from '../csv.ts';
import { readQuoted } from './read-quoted.ts';

/** Bounds of an imported table. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 100;
/** Without a line break: no row of a hundred columns is so long. */
const MAX_LINE = 200_000;

/** Why a text is no table that can be imported. */
export type NotTable = 'too_many_rows' | 'too_many_columns' | 'endless_line' | 'no_rows';

/** What was read of a text: each of its lines is in a row, blank, or told. */
export interface ReadTable {
  rows: string[][];
  /** Numbers of the lines that can't be read for sure. They are in no row. */
  unread: number[];
}

/** Spreadsheets write it into the first line, and take it for no cell. */
const SEPARATOR = /^sep=(.)$/i;

/**
 * Reads a table: the delimiter (comma, semicolon, tab, |) is found by what the lines have in common, or stands in the first line; cells may be in
 * quotes and have line breaks then. Empty rows and columns are left out, and all rows have the same length.
 */
export async function readTable(text: string): Promise<ReadTable | NotTable> {
  if (hasEndlessLine(text)) return 'endless_line';
  const { default: papaparse } = await import('papaparse');
  const lines = text.split(/\r\n|\n|\r/);
  const told = SEPARATOR.exec(lines[0]!.trim())?.[1];
  if (told !== undefined) lines[0] = '';
  const delimiter = told ?? guessDelimiter(lines, papaparse.parse);
  const rows: string[][] = [];
  const unread: number[] = [];
  let width = 0;
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const row = line.includes('"')
      ? readQuoted(lines, at, { delimiter, width, parse: papaparse.parse })
      : { cells: line.split(delimiter), lines: 1 };
    if (row.cells === null) unread.push(at + 1);
    else if (row.cells.some((cell) => cell.trim() !== '')) {
      width ||= row.cells.length;
      rows.push(trimEnd(row.cells.map(readCell)));
      if (rows.at(-1)!.length > MAX_COLUMNS) return 'too_many_columns';
      // One more may be the names of the columns.
      if (rows.length > MAX_ROWS + 1) return 'too_many_rows';
    }
    at += row.lines;
  }
  return rows.length === 0 ? 'no_rows' : { rows: makeEven(rows), unread };
}

const DELIMITERS = [',', ';', '\t', '|'];
const GUESSED_LINES = 50;
/** Quotes that are none take other lines with them, so that these are left out where separators are looked for. */
const unquote = (line: string) => line.replaceAll(/"[^"]*"?/g, 'x');

/** The only separator of the first line, which has the columns' names; else what the first lines have in common. */
function guessDelimiter(lines: readonly string[], parse: typeof papaparse.parse): string {
  const first = lines.filter((line) => line.trim() !== '').slice(0, GUESSED_LINES);
  const inHead = DELIMITERS.filter((each) => unquote(first[0] ?? '').includes(each));
  if (inHead.length === 1) return inHead[0]!;
  const { meta } = parse<string[]>(first.map(unquote).join('\n'), {
    delimitersToGuess: inHead.length > 0 ? inHead : DELIMITERS,
    skipEmptyLines: 'greedy',
  });
  return meta.delimiter;
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
