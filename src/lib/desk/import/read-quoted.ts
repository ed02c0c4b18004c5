import type papaparse from 'papaparse';

type Parse = typeof papaparse.parse;

/** A row that starts at a line, and its number of lines. `cells` is null if it can't be parsed reliably. */
export interface QuotedRow {
  cells: readonly string[] | null;
  lines: number;
}

/**
 * Maximum lines of a quoted cell, so that a stray quote doesn't make the parser search to the end of the
 * file.
 */
const MAX_LINES = 200;

/**
 * Parses a row with quotes. If it violates RFC 4180, tries the variants that programs write: literal
 * quotes (`"Fern" shirt`), blanks before a quote, quotes escaped by a backslash. Accepts one if the row
 * then has as many cells as the table.
 * @param width number of cells in the table's rows; 0: unknown so far
 */
export function readQuoted(
  lines: readonly string[],
  at: number,
  { delimiter, width, parse }: { delimiter: string; width: number; parse: Parse },
): QuotedRow {
  const line = lines[at]!;
  const read = (text: string) => {
    const { data, errors } = parse<string[]>(text, { delimiter });
    const isWhole = data.length === 1 && errors.every(({ type }) => type !== 'Quotes');
    return isWhole ? data[0]! : null;
  };
  const isFull = (cells: readonly string[] | null) =>
    cells !== null && (width === 0 || cells.length === width);
  const plain = read(line);
  if (isFull(plain)) return { cells: plain, lines: 1 };
  const literal = line.split(delimiter);
  const ways = [stripBlanks(line, delimiter), unescape(line)].map(read);
  const own = ways.find(isFull) ?? (plain === null ? null : plain);
  if (own !== null && (isFull(own) || own.length < width)) return { cells: own, lines: 1 };
  const longer = [same, unescape]
    .flatMap((change) => readLonger(lines.slice(at, at + MAX_LINES).map(change), { delimiter, read }) ?? [])
    .find(({ cells }) => cells!.length >= width);
  const isLiteral = isFull(literal);
  if (longer !== undefined) {
    const swallowed = lines.slice(at + 1, at + longer.lines);
    const areRows = width > 1 && swallowed.every((each) => each.split(delimiter).length === width);
    if (!isLiteral || !areRows) return longer;
  }
  // More cells than the table has: one of them may be cut, which the import says.
  return { cells: isLiteral ? literal : plain, lines: 1 };
}

/** Parses the first row of some lines together with those that belong to it. */
function readLonger(
  lines: readonly string[],
  { delimiter, read }: { delimiter: string; read: (text: string) => readonly string[] | null },
): QuotedRow | null {
  const end = findEnd(lines, delimiter);
  const cells = end === null || end === 0 ? null : read(lines.slice(0, end + 1).join('\n'));
  return cells === null ? null : { cells, lines: end! + 1 };
}

/**
 * Finds the line at which the first row ends by RFC 4180. Reads each line once: a file may have a stray quote in
 * every one of them.
 * @returns its index; null: its quotes break the rule, or don't end
 */
function findEnd(lines: readonly string[], delimiter: string): number | null {
  let isQuoted = false;
  for (const [index, line] of lines.entries()) {
    for (let at = 0; ;) {
      if (!isQuoted && line[at] === '"') {
        isQuoted = true;
        at++;
      }
      const end = line.indexOf(isQuoted ? '"' : delimiter, at);
      if (end < 0 && isQuoted) break;
      if (end < 0) return index;
      at = end + 1;
      if (!isQuoted) continue;
      if (line[at] === '"') {
        at++;
        continue;
      }
      while (line[at] === ' ') at++;
      if (at < line.length && line[at] !== delimiter) return null;
      if (at === line.length) return index;
      isQuoted = false;
      at++;
    }
  }
  return null;
}

const same = (text: string) => text;
const unescape = (text: string) => text.replaceAll('\\"', '""');
const stripBlanks = (line: string, delimiter: string) =>
  line
    .split(delimiter)
    .map((cell) => cell.replace(/^[ \u00a0]+(?=")/, ''))
    .join(delimiter);
