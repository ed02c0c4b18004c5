import languages from '#languages/languages.json';
import { foldName } from '#network/snapshot-format/fold.ts';

/** "2026-07-05", "5.7.2026", "5.7.26"; not "12/3/45", which is a house, a staircase and a door. */
const WRITTEN = /^\d{4}-\d{1,2}-\d{1,2}\b|^\d{1,2}([./-])\d{1,2}\1\d{4}$|^\d{1,2}\.\d{1,2}\.\d{2}$/;
/** "5-Jul", "05.lip", "Jul 5" */
const NAMED = /^\d{1,2} (\p{L}{3,})$|^(\p{L}{3,}) \d{1,2}$/u;
/** Days since 1900, as spreadsheets count them, of the years from 1954 to 2091. */
const SERIAL = /^[2-6]\d{4}$/;

const MONTHS = 12;
let months: ReadonlySet<string> | null = null;

/** Names of months, in the languages of this page. */
function listMonths(): ReadonlySet<string> {
  const names = [...languages.complete, ...languages.partial].flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: MONTHS }, (_, at) => foldName(format.format(Date.UTC(2026, at, 15))));
    }),
  );
  return new Set(names);
}

/** Whether a number of a house or flat is a date, which a spreadsheet makes of "5/7". */
export function isDateCell(text: string): boolean {
  if (WRITTEN.test(text) || SERIAL.test(text)) return true;
  const found = NAMED.exec(foldName(text));
  if (found === null) return false;
  months ??= listMonths();
  return months.has(found[1] ?? found[2] ?? '');
}
