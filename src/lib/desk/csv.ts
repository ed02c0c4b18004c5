/**
 * Spreadsheets take a cell that begins so for a formula (OWASP, "CSV Injection"): full-width signs too, and whatever blanks stand before them. The
 * apostrophes of a cell that begins with them are in the way of none.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
const QUOTED = /[",;\r\n\t|]|^\s|\s$/;
/** The apostrophe that `writeCsv` puts before such a cell. */
const GUARDED = new RegExp(`^'(?=${FORMULA.source.slice(1)})`);

/** Where the comma is the decimal sign, spreadsheets separate cells by semicolons: in all languages of this page but English. */
export const delimiterIn = (language: string): ',' | ';' => (language === 'en' ? ',' : ';');

/**
 * A table as CSV (RFC 4180) that a spreadsheet opens as text, whatever its cells are: with the mark by which it knows UTF-8, and an apostrophe
 * before what it would take for a formula.
 */
export function writeCsv(rows: readonly (readonly string[])[], delimiter: ',' | ';'): string {
  const lines = rows.map((row) => `${row.map(writeCell).join(delimiter)}\r\n`);
  return `\uFEFF${lines.join('')}`;
}

function writeCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What spreadsheets and shops write so that a number stays a text: `="00950"`, `'00950`. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;
const TEXT_NUMBER = /^'(?=[\d#])/;

/** A cell as it was before it was written as text: without the apostrophe, or the formula around it. */
export function readCell(cell: string): string {
  const text = AS_TEXT.exec(cell.trim())?.[1];
  return text === undefined ? cell.replace(GUARDED, '').replace(TEXT_NUMBER, '') : text.replaceAll('""', '"');
}
