import type papaparse from 'papaparse';

type Parse = typeof papaparse.parse;

/** A row that begins at a line, and how many lines it has; null: it can't be read for sure. */
export interface QuotedRow {
  cells: readonly string[] | null;
  lines: number;
}

/** A quoted cell has no more lines: a quote that is none would be looked for to the end. */
const MAX_LINES = 200;

/**
 * Reads a row that has quotes. Where it isn't as RFC 4180 says, each way to read it is tried that programs write: quotes that are letters
 * (`"Fern" shirt`), blanks before a quote, quotes after a backslash. One is taken if the row has as many cells as the table then.
 * @param width how many cells the table's rows have; 0: not known yet
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
  const ways = [unblank(line, delimiter), unescape(line)].map(read);
  const own = ways.find(isFull) ?? (plain === null ? null : plain);
  if (own !== null && (isFull(own) || own.length < width)) return { cells: own, lines: 1 };
  const longer = readLonger(lines, at, (text) => [text, unescape(text)].map(read).find(isFull) ?? null);
  const isLiteral = isFull(literal);
  if (longer !== null) {
    const swallowed = lines.slice(at + 1, at + longer.lines);
    const areRows = width > 1 && swallowed.every((each) => each.split(delimiter).length === width);
    if (!isLiteral || !areRows) return longer;
  }
  return { cells: isLiteral ? literal : null, lines: 1 };
}

/** With the lines after it, up to the one that ends its cell. */
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
const unblank = (line: string, delimiter: string) =>
  line
    .split(delimiter)
    .map((cell) => cell.replace(/^[ \u00a0]+(?=")/, ''))
    .join(delimiter);
