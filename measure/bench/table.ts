import type { Spread } from './statistics.ts';

/** Writes text in columns: the first is left-aligned, all others are right-aligned. */
export function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Does the same with columns that each have a title and a function that returns the text of a row's cell. */
export function drawColumns<Row>(
  columns: readonly (readonly [title: string, cellOf: (row: Row) => string])[],
  rows: readonly Row[],
): string {
  return drawTable(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, cellOf]) => cellOf(row))),
  );
}

/** Formats a number with at most three significant digits and thousands separators. */
export function figure(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

export const seconds = (milliseconds: number): string => figure(milliseconds / 1000);

/** Writes the lowest and the highest value of several rounds. */
export const range = ({ least, most }: Spread, write = figure): string => `${write(least)}–${write(most)}`;
