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
  const readUntil = (isEnd: (cells: readonly string[] | null) => boolean) =>
    readLonger(lines, at, (text) => [text, unescape(text)].map(read).find(isEnd) ?? null);
  const longer = readUntil(isFull) ?? readUntil((cells) => cells !== null && cells.length > width);
  const isLiteral = isFull(literal);
  if (longer !== null) {
    const swallowed = lines.slice(at + 1, at + longer.lines);
    const areRows = width > 1 && swallowed.every((each) => each.split(delimiter).length === width);
    if (!isLiteral || !areRows) return longer;
  }
  // More cells than the table has: one of them may be cut, which the import says.
  return { cells: isLiteral ? literal : plain, lines: 1 };
}

/** Parses the row together with the following lines, up to the one that ends its cell. */
function readLonger(
  lines: readonly string[],
  at: number,
  read: (text: string) => readonly string[] | null,
): QuotedRow | null {
  let text = lines[at]!;
  for (let next = at + 1; next < Math.min(lines.length, at + MAX_LINES); next++) {
    text += `\n${lines[next]!}`;
    const cells = lines[next]!.includes('"') ? read(text) : null;
    if (cells !== null) return { cells, lines: next - at + 1 };
  }
  return null;
}

const unescape = (text: string) => text.replaceAll('\\"', '""');
const stripBlanks = (line: string, delimiter: string) =>
  line
    .split(delimiter)
    .map((cell) => cell.replace(/^[ \u00a0]+(?=")/, ''))
    .join(delimiter);
