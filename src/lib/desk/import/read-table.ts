import type papaparse from 'papaparse';
import { decodeEntities } from '#contract/decode-entities.ts';
import { readCell } from '../csv.ts';
import { readQuoted } from './read-quoted.ts';

/** Limits of an imported table. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 100;
/** Maximum characters without a line break. No row of a hundred columns is that long. */
const MAX_LINE = 200_000;

/** Why a text can't be imported as a table. */
export type TableProblem = 'too_many_rows' | 'too_many_columns' | 'endless_line' | 'no_rows';

/** The table read from a text. Each of its lines is in a row, blank, or listed in `unread`. */
export interface ReadTable {
  rows: string[][];
  /** Number of cells of each row, with empty ones at its end. */
  widths: number[];
  /** Numbers of the lines that can't be parsed reliably. They are in no row. */
  unread: number[];
}

/** Spreadsheets may write the separator into the first line, which isn't a row then. */
const SEPARATOR = /^\s*sep=(.) *$/i;

/**
 * Parses a table. The delimiter (comma, semicolon, tab, |) is declared in the first line or guessed from
 * the lines. Quoted cells may contain line breaks. Drops empty rows, and empty columns at the end, and
 * pads all rows to the same length.
 */
export async function readTable(text: string): Promise<ReadTable | TableProblem> {
  if (hasOverlongLine(text)) return 'endless_line';
  const { default: papaparse } = await import('papaparse');
  const lines = text.split(/\r\n|\n|\r/);
  const declared = SEPARATOR.exec(lines[0]!)?.[1];
  if (declared !== undefined) lines[0] = '';
  const delimiter = declared ?? guessDelimiter(lines, papaparse.parse);
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
      rows.push([...row.cells]);
      if (trimEnd(row.cells).length > MAX_COLUMNS) return 'too_many_columns';
      // One extra row may contain the names of the columns.
      if (rows.length > MAX_ROWS + 1) return 'too_many_rows';
    }
    at += row.lines;
  }
  if (isQuotedWhole(rows)) return readTable(rows.map(([line]) => line).join('\n'));
  return toTable(rows, unread);
}

/** Whether each row is one cell with separators in it: a spreadsheet that read whole lines quotes them. */
const isQuotedWhole = (rows: readonly (readonly string[])[]) =>
  rows.length > 1 &&
  rows.every(({ length }) => length === 1) &&
  DELIMITERS.some((delimiter) => rows.every(([line]) => line!.includes(delimiter)));

/** Makes a table of rows: restores cells that were written as text, and drops empty rows and columns. */
export function toTable(rows: readonly (readonly string[])[], unread: number[]): ReadTable | 'no_rows' {
  const read = rows
    .map((cells) => ({ width: cells.length, cells: trimEnd(cells.map(restoreCell)) }))
    .filter(({ cells }) => cells.length > 0);
  if (read.length === 0) return 'no_rows';
  return { rows: padRows(read.map(({ cells }) => cells)), widths: read.map(({ width }) => width), unread };
}

/** Texts that databases and programs write for no value. */
const NO_VALUE = /^\s*(?:NULL|null|\\N|NaN|nan|None|undefined)\s*$/;

/** Programs of shops write `&quot;` and `Kr&oacute;lewska` as their pages do. */
const restoreCell = (cell: string) => (NO_VALUE.test(cell) ? '' : decodeEntities(readCell(cell)));

const DELIMITERS = [',', ';', '\t', '|'];
const GUESSED_LINES = 50;
/** Removes quoted parts before separators are guessed, because a stray quote would swallow other lines. */
const unquote = (line: string) => line.replaceAll(/"[^"]*"?/g, 'x');

/**
 * Returns the only separator in the first line, which has the columns' names, or the one that the first
 * lines have in common.
 */
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

function hasOverlongLine(text: string): boolean {
  for (let start = 0; text.length - start > MAX_LINE;) {
    const last = text.lastIndexOf('\n', start + MAX_LINE);
    const end = last > start ? last : text.lastIndexOf('\r', start + MAX_LINE);
    if (end <= start) return true;
    start = end;
  }
  return false;
}

/** Drops the empty cells that spreadsheets write at the end of a row. */
function trimEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function padRows(rows: readonly string[][]): string[][] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
}
