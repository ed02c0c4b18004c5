import { encodeHex } from '#platform/hex.ts';

/** An entry of a calendar. */
export interface CalendarEntry {
  /** Identifies what the entry is about; the file has only its hash. */
  id: string;
  /** Host that the entry comes from. */
  host: string;
  title: string;
  description: string;
  place: string;
  /** Degrees; null if it isn't known. */
  position: { latitude: number; longitude: number } | null;
  begins: Date;
  ends: Date;
  /** When its data was known. A later file with the same id replaces the entry. */
  writtenAt: Date;
}

/** Maximum length of a line in bytes, without its end. */
const MAX_LINE = 75;
/** Reminds a day before the end. */
const REMINDER = '-P1D';

/**
 * Writes a calendar file (RFC 5545) with one entry, which leaves the time free, and a reminder before its end.
 */
export async function writeCalendar(entry: CalendarEntry): Promise<string> {
  const { title, description, place, position } = entry;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Droppoint//Droppoint//EN',
    'BEGIN:VEVENT',
    `UID:${await hashId(entry.id)}@${entry.host}`,
    `DTSTAMP:${writeTime(entry.writtenAt)}`,
    `DTSTART:${writeTime(entry.begins)}`,
    `DTEND:${writeTime(entry.ends)}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `LOCATION:${escapeText(place)}`,
    ...(position ? [`GEO:${position.latitude};${position.longitude}`] : []),
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    `TRIGGER;RELATED=END:${REMINDER}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const encoder = new TextEncoder();
const HASH_BYTES = 16;

async function hashId(id: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(id)));
  return encodeHex(hash.subarray(0, HASH_BYTES));
}

/** `20261128T091500Z`: RFC 5545 §3.3.5, form 2. */
const writeTime = (time: Date): string => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** RFC 5545 §3.3.11. Control characters aren't allowed in it. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');

/** Folds a long line, between characters (RFC 5545 §3.1). */
function foldLine(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const bytes = encoder.encode(character).length;
    if (length + bytes > MAX_LINE) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += bytes;
  }
  return folded;
}
