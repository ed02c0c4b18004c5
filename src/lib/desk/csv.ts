/**
 * Start of a cell that spreadsheets treat as a formula (OWASP, "CSV Injection"), including full-width
 * signs and leading blanks. Apostrophes that the cell already starts with don't prevent that.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const QUOTED = /[",;\r\n\t|]|^\s|\s$/;
/** The apostrophe that `writeCsv` adds before such a cell. */
const GUARDED = new RegExp(`^'(?=${FORMULA.source.slice(1)})`);

/**
 * Where the decimal sign is a comma, spreadsheets separate cells by semicolons: in every language of this
 * page except English.
 */
export const delimiterIn = (language: string): ',' | ';' => (language === 'en' ? ',' : ';');

/**
 * Writes a table as CSV (RFC 4180) whose cells a spreadsheet opens as text: with a byte order mark, so
 * that it is read as UTF-8, and an apostrophe before anything that would be treated as a formula.
 */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: ',' | ';'): string {
  const lines = rows.map((row) => `${row.map(writeCell).join(delimiter)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

function writeCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Notations by which spreadsheets and shops keep a number as text: `="00950"`, `'00950`. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;
const TEXT_NUMBER = /^'(?=[\d#])/;

/** Restores a cell that was written as text: removes the apostrophe or the formula around it. */
export function readCell(cell: string): string {
  const text = AS_TEXT.exec(cell.trim())?.[1];
  return text === undefined ? cell.replace(GUARDED, '').replace(TEXT_NUMBER, '') : text.replaceAll('""', '"');
}
